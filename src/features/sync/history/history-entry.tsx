import { Alert, Button } from '@mantine/core';
import type { GuardedEndpoint } from '@quartermaster/contract/access.ts';
import type { ChangeSet } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Can } from '../../../shared/access/can.tsx';
import type { Crumb } from '../../../shared/services/services.ts';
import { authorName } from '../../../shared/ui/author-name.ts';
import { ChangeAmount } from '../../../shared/ui/change/change-amount.tsx';
import { dateTime } from '../../../shared/ui/date-time.ts';
import { IconArrowBackUp } from '../../../shared/ui/icons/arrow-back-up.ts';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import classes from '../history.module.css';
import { PageSkeleton } from '../page-skeleton.tsx';
import { SyncState } from './sync-summary.tsx';

interface HistoryEntryProps<Entry> {
  query: Pick<UseQueryResult<Entry>, 'data' | 'error' | 'refetch'>;
  title: string;
  back: Crumb;
  /** The title if it could not be loaded. */
  failure: string;
  children: (entry: Entry) => ReactNode;
}

/** An entry of the history once it is loaded. */
export function HistoryEntry<Entry>({ query, title, back, failure, children }: HistoryEntryProps<Entry>) {
  if (query.data) return children(query.data);
  if (!query.error) return <PageSkeleton title={title} back={back} />;
  return (
    <>
      <PageHeader title={title} back={back} />
      <ErrorState error={query.error} title={failure} retry={() => void query.refetch()} />
    </>
  );
}

interface UndoButtonProps {
  do: GuardedEndpoint;
  isUndoing: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** Opens the question whether to undo an entry, for those who may. */
export const UndoButton = ({ do: endpoint, isUndoing, onClick, children }: UndoButtonProps) => (
  <Can do={endpoint}>
    <Button
      variant="default"
      leftSection={<IconArrowBackUp size={16} aria-hidden />}
      disabled={isUndoing}
      onClick={onClick}
    >
      {children}
    </Button>
  </Can>
);

interface EntryFactsProps {
  entry: Pick<ChangeSet, 'state' | 'undone_by' | 'by' | 'created_at' | 'counts' | 'note'>;
  /** Why it failed, if it did. */
  failure: ReactNode;
  /** What else is known about it. */
  children: ReactNode;
}

/** Who has changed how much and when, and why it failed. */
export const EntryFacts = ({ entry, failure, children }: EntryFactsProps) => (
  <>
    <div className={classes.facts}>
      <SyncState sync={entry} />
      <span>
        by <strong>{authorName(entry.by.name, 'within')}</strong>, {dateTime(entry.created_at)}
      </span>
      <ChangeAmount counts={entry.counts} />
      {children}
    </div>
    {entry.note && <blockquote className={classes.words}>{entry.note}</blockquote>}
    {entry.state === 'failed' && (
      <Alert color="red" variant="light" role="alert">
        {failure}
      </Alert>
    )}
  </>
);
