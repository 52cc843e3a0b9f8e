import type { Extension } from '@quartermaster/contract/endpoints/extensions.ts';
import { useRemoveExtension } from '../../../shared/data/extensions.ts';
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';

interface RemoveExtensionDialogProps {
  opened: boolean;
  workspaceId: number;
  extension: Extension;
  onClose: () => void;
  onRemoved: () => void;
  /** Called after closing, once focus is restored. */
  onClosed: () => void;
}

/** Confirms the removal of an extension. */
export function RemoveExtensionDialog(props: RemoveExtensionDialogProps) {
  const { opened, workspaceId, extension, onClose, onRemoved, onClosed } = props;
  const { mutateAsync } = useRemoveExtension(workspaceId);
  const remove = async () => {
    await mutateAsync(extension.id);
    onRemoved();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      title="Remove extension"
      message={`Fields that name ${extension.name} have their ordinary inputs again, and its panel, action and card are no longer there. No value is changed.`}
      confirmLabel="Yes, remove extension"
      cancelLabel="Cancel"
      danger
      onCancel={onClose}
      onConfirm={remove}
      onClosed={onClosed}
    />
  );
}
