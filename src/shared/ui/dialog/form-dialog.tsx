import { Button, Group, Modal, Stack } from '@mantine/core';
import { type FormEventHandler, type ReactNode, useEffect, useState } from 'react';

interface FormDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  size?: 'md' | 'lg';
  /** Called once it can be seen no more, and has given the focus back. */
  onClosed?: (() => void) | undefined;
  /** Mounted anew each time the dialog opens, so that the form is empty. */
  children: ReactNode;
}

/** A dialog with a form. */
export function FormDialog({ opened, onClose, title, size = 'md', onClosed, children }: FormDialogProps) {
  // Lazy-loaded: a dialog that is already open when it mounts does not know where to restore the focus.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return (
    <Modal
      opened={opened && isMounted}
      onClose={onClose}
      title={title}
      size={size}
      centered
      {...(onClosed && { onExitTransitionEnd: onClosed })}
    >
      {children}
    </Modal>
  );
}

interface DialogFormProps {
  onSubmit: FormEventHandler;
  onCancel: () => void;
  submitLabel: string;
  isSubmitting: boolean;
  /** True if the action is destructive. */
  danger?: boolean;
  /** The error callout and the inputs. */
  children: ReactNode;
}

/** The form of a dialog: inputs, then the cancel and submit buttons. */
export function DialogForm({
  onSubmit,
  onCancel,
  submitLabel,
  isSubmitting,
  danger = false,
  children,
}: DialogFormProps) {
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        {children}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" loading={isSubmitting} {...(danger ? { color: 'red' } : {})}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
