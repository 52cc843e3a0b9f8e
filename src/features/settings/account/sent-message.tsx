import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

interface SentMessageProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** The last step of a dialog: what was sent, and to which address. It takes the focus so that screen readers read it. */
export function SentMessage({ title, onClose, children }: SentMessageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Stack gap="md">
      <div>
        <Title order={3} size="md" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {title}
        </Title>
        <Text size="sm" mt={4}>
          {children}
        </Text>
      </div>
      <Group justify="flex-end">
        <Button onClick={onClose}>Close</Button>
      </Group>
    </Stack>
  );
}
