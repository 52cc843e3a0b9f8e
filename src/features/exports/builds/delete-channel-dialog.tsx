import type { Channel } from '@quartermaster/contract/endpoints/builds.ts';
import { useDeleteChannel } from '../../../shared/data/builds.ts';
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';
import type { BuildDialogProps } from './build-action.ts';
import { buildTitle } from './build-title.ts';

interface DeleteChannelDialogProps extends BuildDialogProps {
  channel: Channel;
}

/** Confirms the deletion of a channel. */
export function DeleteChannelDialog({ opened, instanceId, channel, onClose, onClosed }: DeleteChannelDialogProps) {
  const { mutateAsync } = useDeleteChannel(instanceId);
  const remove = async () => {
    await mutateAsync(channel.name);
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      title="Delete channel"
      message={`Games that ask for ${channel.name} get nothing from now on. It points at ${buildTitle(channel.build)}, which stays as long as other builds do.`}
      confirmLabel="Yes, delete channel"
      cancelLabel="Cancel"
      danger
      onCancel={onClose}
      onConfirm={remove}
      onClosed={onClosed}
    />
  );
}
