import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { ErrorCallout } from '../error-callout.tsx';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  message: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  /** Closes; also called by Esc and by a click outside. */
  onCancel: () => void;
  onConfirm: () => void;
  /** Shows on the confirm button that the work is under way; the dialog then stays open. */
  isPending?: boolean;
  /** What the last attempt failed with. */
  error?: unknown;
  /** True where the action destroys something. */
  danger?: boolean;
  /** Called once it can be seen no more, and has given the focus back. */
  onClosed?: (() => void) | undefined;
}

/** Asks before something is done, and shows inside itself why it could not be done. */
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
    onClosed,
  } = props;
  // Where its code arrives late, a dialog would be born open, and then not know whom to give the focus back to.
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
      {...(onClosed && { onExitTransitionEnd: onClosed })}
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
