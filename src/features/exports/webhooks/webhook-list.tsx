import { Button, Group, Skeleton, Text, Title } from '@mantine/core';
import type { Webhook } from '@quartermaster/contract/endpoints/webhooks.ts';
import { IconPlus } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type RefObject, useId } from 'react';
import { useInstanceContext } from '../../../shared/access/instance-context.ts';
import { useWorkspacesWithRole } from '../../../shared/access/workspaces-with-role.ts';
import { UpgradeButton } from '../../../shared/billing/upgrade-button.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { NotLoaded } from '../../../shared/ui/page/not-loaded.tsx';
import { useWebhookAccess } from './use-webhook-access.ts';
import type { WebhookAction } from './webhook-action.ts';
import { WebhookRow } from './webhook-row.tsx';
import classes from './webhooks.module.css';

interface WebhookListProps {
  instanceId: number;
  answer: UseQueryResult<Webhook[]>;
  onAction: (action: WebhookAction) => void;
  /** Has the focus once the row that had it is deleted. */
  focused: RefObject<HTMLElement | null>;
}

/** The webhooks with their state, and the button that creates one. */
export function WebhookList({ instanceId, answer, onAction, focused }: WebhookListProps) {
  const titleId = useId();
  const { data } = answer;
  if (!data)
    return (
      <NotLoaded query={answer} title="The webhooks could not be loaded">
        <Skeleton height={72} aria-hidden className={classes.part ?? ''} />
      </NotLoaded>
    );
  const button = <NewWebhookButton onCreate={() => onAction({ kind: 'create' })} />;
  return (
    <section aria-labelledby={titleId} className={classes.part} ref={focused} tabIndex={-1}>
      <Group justify="space-between" gap="xs" mb={4}>
        <div>
          <Title order={2} size="md" id={titleId}>
            Webhooks
          </Title>
          <Text c="dimmed" size="sm">
            Called after events of this instance, with a signature by Standard Webhooks.
          </Text>
        </div>
        {data.length > 0 && button}
      </Group>
      {data.length === 0 ? (
        <EmptyState
          title="No webhooks yet"
          message="A webhook calls an address of yours when an export is completed, a channel moves or changes are applied, so that a build server or a chat knows at once."
          action={button}
        />
      ) : (
        <ul className={classes.list}>
          {data.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} instanceId={instanceId} onAction={onAction} />
          ))}
        </ul>
      )}
    </section>
  );
}

function NewWebhookButton({ onCreate }: { onCreate: () => void }) {
  const { creating } = useWebhookAccess();
  const workspaceId = useInstanceContext()?.workspace.id;
  const workspace = useWorkspacesWithRole()?.find(({ id }) => id === workspaceId);
  if (creating === 'plan' && workspace)
    return <UpgradeButton label="New webhook" feature="webhooks" workspace={workspace} />;
  if (creating !== null) return null;
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onCreate}>
      New webhook
    </Button>
  );
}
