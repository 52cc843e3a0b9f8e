import { Button, Group, Skeleton, Text, Title } from '@mantine/core';
import type { Channel, channels } from '@quartermaster/contract/endpoints/builds.ts';
import { delivery } from '@quartermaster/contract/endpoints/delivery.ts';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { endpointUrl } from '@quartermaster/contract/endpoints/endpoint-url.ts';
import { liveChannel } from '@quartermaster/contract/live-channel.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId } from 'react';
import { useInstanceContext } from '../../../shared/access/instance-context.ts';
import { useWorkspacesWithRole } from '../../../shared/access/workspaces-with-role.ts';
import { UpgradeButton } from '../../../shared/billing/upgrade-button.tsx';
import { useServices } from '../../../shared/services/services.ts';
import { offersActions } from '../../../shared/ui/actions/offered-actions.ts';
import { CopyButton } from '../../../shared/ui/copy/copy-button.tsx';
import { IconPlus } from '../../../shared/ui/icons/plus.ts';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { NotLoaded } from '../../../shared/ui/page/not-loaded.tsx';
import { ExportButton } from '../start/export-button.tsx';
import type { BuildAction } from './build-action.ts';
import { buildTitle } from './build-title.ts';
import classes from './builds.module.css';
import { useBuildAccess } from './use-build-access.ts';

interface ChannelListProps {
  instanceId: number;
  answer: UseQueryResult<Output<typeof channels.list>>;
  onAction: (action: BuildAction) => void;
}

/** The channels with their builds and addresses. */
export function ChannelList({ instanceId, answer, onAction }: ChannelListProps) {
  const titleId = useId();
  const { data } = answer;
  if (!data)
    return (
      <NotLoaded query={answer} title="The channels could not be loaded">
        <Skeleton height={72} aria-hidden className={classes.part ?? ''} />
      </NotLoaded>
    );
  const [live] = data.channels;
  return (
    <section aria-labelledby={titleId} className={classes.part}>
      <Group justify="space-between" gap="xs" mb={4} {...offersActions}>
        <Title order={2} size="md" id={titleId}>
          Channels
        </Title>
        {live && <NewChannelButton onCreate={() => onAction({ kind: 'create', channel: live })} />}
      </Group>
      {live ? (
        <ul className={classes.channels}>
          {data.channels.map((channel) => (
            <ChannelRow key={channel.name} channel={channel} instanceId={instanceId} onAction={onAction} />
          ))}
        </ul>
      ) : (
        <EmptyState
          title="No channels yet"
          message="A channel is a name by which a game finds its build. The first export makes the channel live."
          action={<ExportButton isNarrow={false} />}
        />
      )}
    </section>
  );
}

function NewChannelButton({ onCreate }: { onCreate: () => void }) {
  const { creating } = useBuildAccess();
  const workspaceId = useInstanceContext()?.workspace.id;
  const workspace = useWorkspacesWithRole()?.find(({ id }) => id === workspaceId);
  if (creating === 'plan' && workspace)
    return <UpgradeButton label="New channel" feature="channels" workspace={workspace} />;
  if (creating !== null) return null;
  return (
    <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={onCreate}>
      New channel
    </Button>
  );
}

interface ChannelRowProps {
  channel: Channel;
  instanceId: number;
  onAction: (action: BuildAction) => void;
}

function ChannelRow({ channel, instanceId, onAction }: ChannelRowProps) {
  const { apiBase } = useServices();
  const { canFollow, canDelete } = useBuildAccess();
  const { name, follows, build, earlier } = channel;
  const isLive = name === liveChannel;
  const address = endpointUrl(apiBase, delivery.channel, { params: { instanceId, channel: name }, query: {} });
  return (
    <li className={classes.channel}>
      <span className={classes.badge}>{name}</span>
      <Text size="sm" className={classes.at ?? ''}>
        points at {buildTitle(build)}
        {earlier.length > 0 && `, and at ${earlier.map(({ id }) => id).join(', ')} for earlier versions of the game`}
        {isLive && (follows ? '; it follows exports' : '; it was set by hand')}
      </Text>
      {isLive && !follows && canFollow && (
        <Button variant="subtle" size="compact-sm" onClick={() => onAction({ kind: 'follow', channel })}>
          Follow exports
        </Button>
      )}
      {!isLive && canDelete && (
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          aria-label={`Delete channel ${name}`}
          onClick={() => onAction({ kind: 'delete', channel })}
        >
          Delete
        </Button>
      )}
      <code className={classes.address} title={address}>
        {address}
      </code>
      <CopyButton value={address} label={`address of ${name}`} />
    </li>
  );
}
