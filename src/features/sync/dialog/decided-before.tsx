import { Button, Group, Text } from '@mantine/core';
import { count } from '../../../shared/ui/count.ts';

/** Conflicts that are not asked about again: neither side has changed since the release was planned. */
export const DecidedBefore = ({ amount, onDecideAgain }: { amount: number; onDecideAgain: () => void }) => (
  <Group gap="sm">
    <Text size="sm">
      {count(amount, 'conflict')} {amount === 1 ? 'was' : 'were'} decided when the release was planned.
    </Text>
    <Button size="compact-xs" variant="default" onClick={onDecideAgain}>
      Decide again
    </Button>
  </Group>
);
