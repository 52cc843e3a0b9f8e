import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { chartRefusal } from '../../../../shared/charts/chart-refusal.ts';
import { NumbersButton } from '../../../../shared/charts/numbers-button.tsx';
import { NumbersTable, type NumbersTableProps } from '../../../../shared/charts/numbers-table.tsx';
import { useServices } from '../../../../shared/services/services.ts';
import { useDelayed } from '../../../../shared/ui/lazy/delayed.tsx';
import { EmptyState } from '../../../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../../../shared/ui/page/error-state.tsx';
import classes from './charts.module.css';

interface ChartFrameProps<T> {
  title: string;
  query: { data: T | undefined; error: Error | null; isPlaceholderData: boolean; refetch: () => unknown };
  /** Says why there is nothing to draw; undefined if there is something. */
  emptyText: (data: T) => string | undefined;
  /** How much of the list is drawn, beside the title; undefined for all of it. */
  amount?: (data: T) => string;
  /** Between that and the button. */
  head: (data: T) => ReactNode;
  /** The table; nothing in it can have the focus while it is hidden. */
  numbers: (data: T, isHidden: boolean) => NumbersTableProps;
  /** Draws the chart. */
  children: (data: T) => ReactNode;
}

/** More rows would take long to render for screen readers alone, which get them by the button, too. */
const mostHidden = 400;

/** The title of a chart, its numbers as a table, and what stands in its place while there is nothing to draw. */
export function ChartFrame<T>({ title, query, emptyText, amount, head, numbers, children }: ChartFrameProps<T>) {
  const [hasNumbers, setHasNumbers] = useState(false);
  const { data, error, isPlaceholderData } = query;
  const isSlow = useDelayed(data === undefined && !error);
  const reason = data && emptyText(data);
  const table = data && reason === undefined ? numbers(data, !hasNumbers) : undefined;
  const isDrawn = data !== undefined && reason === undefined && !error;
  return (
    <>
      <div className={classes.head}>
        <h2>{title}</h2>
        <div className={classes.details}>
          <span className={classes.amount}>{isDrawn && amount?.(data)}</span>
          {isDrawn && head(data)}
        </div>
        {isDrawn && <NumbersButton isOn={hasNumbers} onChange={setHasNumbers} />}
      </div>
      {error && <ChartError error={error} retry={() => void query.refetch()} />}
      {!error && reason !== undefined && <EmptyState title="Nothing to draw" message={reason} />}
      {isDrawn && (
        <div className={classes.body} data-stale={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
          {!hasNumbers && children(data)}
          {table && (hasNumbers || table.rows.length <= mostHidden) && (
            <NumbersTable {...table} isHidden={!hasNumbers} />
          )}
        </div>
      )}
      {isSlow && <div className={classes.skeleton} />}
    </>
  );
}

/** A list that is too long is filtered; everything else is tried again. */
function ChartError({ error, retry }: { error: Error; retry: () => void }) {
  const { root } = useServices();
  const refusal = chartRefusal(error);
  if (refusal === undefined) return <ErrorState error={error} title="The chart could not be loaded" retry={retry} />;
  const openFilter = () => root.querySelector<HTMLElement>('search button[title="Filter"]')?.click();
  return (
    <EmptyState
      title="Too many items"
      message={refusal}
      action={
        <Button variant="default" onClick={openFilter}>
          Add a filter
        </Button>
      }
    />
  );
}
