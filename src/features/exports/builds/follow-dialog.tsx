import type { Channel } from '@quartermaster/contract/endpoints/builds.ts';
import { useFollowExports } from '../../../shared/data/builds.ts';
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';
import type { BuildDialogProps } from './build-action.ts';
import { buildTitle } from './build-title.ts';

/** Confirms that live follows exports again. */
export function FollowDialog({
  opened,
  instanceId,
  channel,
  onClose,
  onClosed,
}: BuildDialogProps & { channel: Channel }) {
  const { mutateAsync } = useFollowExports(instanceId);
  const follow = async () => {
    await mutateAsync();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      title="Follow exports"
      message={`live moves from ${buildTitle(channel.build)} to the last completed export now, and to each later one.`}
      confirmLabel="Yes, follow exports"
      cancelLabel="Cancel"
      onCancel={onClose}
      onConfirm={follow}
      onClosed={onClosed}
    />
  );
}
