import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';
import { UnsavedNames } from './unsaved-names.tsx';

interface LeaveDialogProps {
  opened: boolean;
  /** Names of the unsaved objects, if known. */
  names: readonly string[];
  onStay: () => void;
  onLeave: () => void;
  /** Saves, and leaves if that succeeds; undefined if the changes cannot be saved from here. */
  onSave: (() => void) | undefined;
  /** Called after closing, once focus is restored. */
  onClosed: () => void;
}

/** Asks for confirmation before unsaved changes are lost. */
export function LeaveDialog({ opened, names, onStay, onLeave, onSave, onClosed }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      opened={opened}
      title="Leave without saving?"
      message={
        <>
          <Text size="sm">You have unsaved changes. They are lost when you leave this page.</Text>
          <UnsavedNames names={names} />
        </>
      }
      confirmLabel="Leave without saving"
      cancelLabel="Stay on this page"
      onCancel={onStay}
      onConfirm={onLeave}
      {...(onSave && { alternative: { label: 'Save and go on', run: onSave } })}
      onClosed={onClosed}
      startsOn="cancel"
      danger
    />
  );
}
