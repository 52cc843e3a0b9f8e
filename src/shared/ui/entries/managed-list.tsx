import { Group, Skeleton, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useId } from 'react';
import { offersActions } from '../actions/offered-actions.ts';
import { EmptyState } from '../page/empty-state.tsx';
import { NotLoaded } from '../page/not-loaded.tsx';
import classes from './managed-list.module.css';

interface ManagedListProps<Entry> {
  answer: UseQueryResult<Entry[]>;
  title: string;
  /** What the entries do. */
  text: string;
  notLoadedTitle: string;
  empty: { title: string; message: string };
  /** Adds an entry. */
  button: ReactNode;
  /** Has the focus once the row that had it is gone. */
  focused: RefObject<HTMLElement | null>;
  /** The row of an entry. */
  children: (entry: Entry) => ReactNode;
}

/** The entries of one kind, such as webhooks or tokens, and the button that adds one. */
export function ManagedList<Entry>(props: ManagedListProps<Entry>) {
  const { answer, title, text, notLoadedTitle, empty, button, focused, children } = props;
  const titleId = useId();
  const { data } = answer;
  if (!data)
    return (
      <NotLoaded query={answer} title={notLoadedTitle}>
        <Skeleton height={72} aria-hidden className={classes.part ?? ''} />
      </NotLoaded>
    );
  return (
    <section aria-labelledby={titleId} className={classes.part} ref={focused} tabIndex={-1}>
      <Group justify="space-between" gap="xs" mb={4} {...offersActions}>
        <div className={classes.what}>
          <Title order={2} size="md" id={titleId}>
            {title}
          </Title>
          <Text c="dimmed" size="sm">
            {text}
          </Text>
        </div>
        {data.length > 0 && button}
      </Group>
      {data.length === 0 ? (
        <EmptyState {...empty} action={button} />
      ) : (
        <ul className={classes.list}>{data.map(children)}</ul>
      )}
    </section>
  );
}

/** A row: what the entry is, then what can be done with it. */
export const ManagedRow = ({ children, actions }: { children: ReactNode; actions: ReactNode }) => (
  <li className={classes.row}>
    <div className={classes.what}>{children}</div>
    {actions}
  </li>
);
