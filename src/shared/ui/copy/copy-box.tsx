import { Group, Text } from '@mantine/core';
import classes from './copy-box.module.css';
import { CopyButton } from './copy-button.tsx';

/** A value in a box in a monospaced font, with a copy button. */
export function CopyBox({ label, value }: { label: string; value: string }) {
  return (
    <Group className={classes.box} gap="xs" wrap="nowrap">
      <Text size="sm" c="dimmed" className={classes.label}>
        {label}
      </Text>
      <code className={classes.value}>{value}</code>
      <CopyButton value={value} label={label} />
    </Group>
  );
}
