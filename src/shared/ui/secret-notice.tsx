import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { CopyBox } from './copy/copy-box.tsx';
import { useDialogLock } from './dialog/form-dialog.tsx';

interface SecretNoticeProps {
  secret: string;
  /** What it is called, and what it is for. */
  label: string;
  text: string;
  onClose: () => void;
}

/** A new secret, which the server does not show again: only its button closes the dialog around it. */
export function SecretNotice({ secret, label, text, onClose }: SecretNoticeProps) {
  useDialogLock();
  const done = useRef<HTMLButtonElement>(null);
  // The form that had the focus is gone; a dialog that opens with it focuses what asks for it.
  useEffect(() => done.current?.focus(), []);
  return (
    <Stack gap="md">
      <Text size="sm">{text}</Text>
      <CopyBox label={label} value={secret} />
      <Group justify="flex-end">
        <Button ref={done} data-autofocus onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
