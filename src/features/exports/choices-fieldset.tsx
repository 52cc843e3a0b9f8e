import { Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './choices-fieldset.module.css';

interface ChoicesFieldsetProps {
  legend: string;
  error: { message?: string | undefined } | undefined;
  children: ReactNode;
}

/** Checkboxes of which some are to be chosen, and what is wrong with the choice. */
export function ChoicesFieldset({ legend, error, children }: ChoicesFieldsetProps) {
  const errorId = useId();
  return (
    <fieldset className={classes.choices} aria-describedby={error && errorId}>
      <Text component="legend" size="sm" fw={500} mb={4}>
        {legend}
      </Text>
      {children}
      {error && (
        <Text id={errorId} size="xs" c="var(--mantine-color-error)" mt={4}>
          {error.message}
        </Text>
      )}
    </fieldset>
  );
}
