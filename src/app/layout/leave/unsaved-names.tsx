import { List, Text } from '@mantine/core';
import { useId } from 'react';

/** How many names are shown; the rest is counted. */
const shownNames = 8;

/** Lists what is unsaved, in the question about it. */
export function UnsavedNames({ names: all }: { names: readonly string[] }) {
  const names = [...new Set(all)];
  const id = useId();
  if (names.length === 0) return null;
  const more = names.length - shownNames;
  return (
    <div>
      <Text size="sm" fw={600} id={id}>
        Not saved yet:
      </Text>
      <List size="sm" aria-labelledby={id}>
        {names.slice(0, shownNames).map((name) => (
          <List.Item key={name}>{name}</List.Item>
        ))}
        {more > 0 && <List.Item>and {more} more</List.Item>}
      </List>
    </div>
  );
}
