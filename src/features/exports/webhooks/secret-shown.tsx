import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { CopyBox } from '../../../shared/ui/copy/copy-box.tsx';

/** A new secret, which the server does not show again. */
export function SecretShown({ secret, onClose }: { secret: string; onClose: () => void }) {
  const done = useRef<HTMLButtonElement>(null);
  // The form that had the focus is gone.
  useEffect(() => done.current?.focus(), []);
  return (
    <Stack gap="md">
      <Text size="sm">
        Copy the secret now: it is not shown again. Your receiver verifies with it that a message comes from here.
      </Text>
      <CopyBox label="Secret" value={secret} />
      <Group justify="flex-end">
        <Button ref={done} onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
