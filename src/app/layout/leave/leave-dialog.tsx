import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';

interface LeaveDialogProps {
  opened: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks for confirmation before unsaved changes are lost. */
export function LeaveDialog({ opened, onStay, onLeave }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      opened={opened}
      title="Leave without saving?"
      message="You have unsaved changes. They are lost when you leave this page."
      confirmLabel="Leave without saving"
      cancelLabel="Stay on this page"
      onCancel={onStay}
      onConfirm={onLeave}
      danger
    />
  );
}
