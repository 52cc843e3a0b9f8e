import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { ErrorCallout } from '../error-callout.tsx';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  message: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  /** Closes the dialog; also called by Esc and by a click outside. */
  onCancel: () => void;
  onConfirm: () => void;
  /** Shows a loading confirm button and keeps the dialog open. */
  isPending?: boolean;
  /** The error of the last attempt. */
  error?: unknown;
  /** True if the action is destructive. */
  danger?: boolean;
}

/** Asks for confirmation, and shows the error if the action fails. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    opened,
    title,
    message,
    confirmLabel,
    cancelLabel,
    onCancel,
    onConfirm,
    isPending = false,
    error,
    danger,
  } = props;
  // Lazy-loaded: a dialog that is already open when it mounts does not know where to restore the focus.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return (
    <Modal
      opened={opened && isMounted}
      onClose={onCancel}
      title={title}
      centered
      closeOnEscape={!isPending}
      closeOnClickOutside={!isPending}
    >
      <Stack gap="md">
        <ErrorCallout error={error} />
        {typeof message === 'string' ? <Text size="sm">{message}</Text> : message}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel} disabled={isPending}>
            {cancelLabel}
          </Button>
          <Button onClick={onConfirm} loading={isPending} data-autofocus {...(danger ? { color: 'red' } : {})}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
