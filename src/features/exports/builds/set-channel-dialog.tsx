import { Group, Stack, Text } from '@mantine/core';
import type { Build, Channel } from '@quartermaster/contract/endpoints/builds.ts';
import { useInstanceContext } from '../../../shared/access/instance-context.ts';
import { useSetChannel } from '../../../shared/data/builds.ts';
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';
import { EnvBadge } from '../../../shared/ui/env-badge.tsx';
import type { BuildDialogProps } from './build-action.ts';
import { buildTitle } from './build-title.ts';

interface SetChannelDialogProps extends BuildDialogProps {
  build: Build;
  channel: Channel;
}

/** Confirms that a channel points at another build, and says from which to which. */
export function SetChannelDialog({ opened, instanceId, build, channel, onClose, onClosed }: SetChannelDialogProps) {
  const { mutateAsync } = useSetChannel(instanceId);
  const context = useInstanceContext();
  const set = async () => {
    await mutateAsync({ channel: channel.name, buildId: build.id });
    onClose();
  };
  const { smallest_game_version: smallest } = build;
  return (
    <ConfirmDialog
      opened={opened}
      title={`Make this the ${channel.name} build`}
      message={
        <Stack gap="xs">
          {context && (
            <Group gap="xs">
              <Text fw={600}>{context.project.name}</Text>
              <EnvBadge env={context.env} />
            </Group>
          )}
          <Text size="sm">
            The channel <strong>{channel.name}</strong> moves from {buildTitle(channel.build)} to{' '}
            <strong>{buildTitle(build)}</strong>
            {smallest !== null && `, which is for version ${smallest} of the game and later`}. Games that ask for it get
            this build within seconds.
          </Text>
          <Text size="sm">
            Templates and items stay as they are.
            {channel.follows && ' New exports do not become live until you choose “Follow exports”.'}
          </Text>
        </Stack>
      }
      confirmLabel={`Yes, make it ${channel.name}`}
      cancelLabel="Cancel"
      onCancel={onClose}
      onConfirm={set}
      onClosed={onClosed}
    />
  );
}
