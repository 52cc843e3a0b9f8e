import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { offersActions } from '../actions/offered-actions.ts';
import classes from './state.module.css';

interface EmptyStateProps {
  title: string;
  /** What this list is for. */
  message?: ReactNode;
  /** The one action that adds an entry. */
  action?: ReactNode;
}

/** An empty list: what it is for, and how to fill it. */
export function EmptyState({ title, message, action }: EmptyStateProps) {
  return (
    <Stack className={classes.state} align="center" gap="sm" {...offersActions}>
      <Title order={2} className={classes.title}>
        {title}
      </Title>
      {message && (
        <Text c="dimmed" ta="center">
          {message}
        </Text>
      )}
      {action}
    </Stack>
  );
}
