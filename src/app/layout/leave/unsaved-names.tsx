import { Text } from '@mantine/core';
import { useId } from 'react';
import classes from './unsaved-names.module.css';

/** How many names are shown; the rest are counted. */
const shownNames = 8;

/** Lists the unsaved objects in the confirmation. */
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
      <ul className={classes.names} aria-labelledby={id}>
        {names.slice(0, shownNames).map((name) => (
          <li key={name}>{name}</li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </div>
  );
}
