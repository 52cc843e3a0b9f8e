import { Button, Group, Stack, Text } from '@mantine/core';
import { CopyBox } from '../../../shared/ui/copy/copy-box.tsx';

/** A new secret, which the server does not show again. */
export const SecretShown = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <Stack gap="md">
    <Text size="sm">
      Copy the secret now: it is not shown again. Your receiver verifies with it that a message comes from here.
    </Text>
    <CopyBox label="Secret" value={secret} />
    <Group justify="flex-end">
      <Button onClick={onClose} data-autofocus>
        Done
      </Button>
    </Group>
  </Stack>
);
