import { Button } from '@mantine/core';
import type { RowData } from '@tanstack/react-table';
import type { ComponentProps } from 'react';
import { DaysFilter } from '../../../shared/table/list/days-filter.tsx';
import { ListTable } from '../../../shared/table/list/list-table.tsx';
import type { ListAddress } from '../../../shared/table/list/use-list-address.ts';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import classes from '../history.module.css';

type ListOptions = 'label' | 'many' | 'columns' | 'page' | 'failure';

interface HistoryListProps<Row extends RowData & { id: number }>
  extends Pick<ComponentProps<typeof ListTable<Row>>, ListOptions> {
  address: ListAddress;
  /** The title and the message without any entries, and without entries on the chosen days. */
  none: readonly [title: string, message: string];
  noneThen: readonly [title: string, message: string];
}

const rowId = ({ id }: { id: number }) => String(id);

/** A list of what has changed an instance, with a filter by date. */
export function HistoryList<Row extends RowData & { id: number }>({
  address,
  none,
  noneThen,
  ...list
}: HistoryListProps<Row>) {
  const { days, setDays } = address;
  const [title, message] = days === null ? none : noneThen;
  const all = days !== null && (
    <Button variant="default" onClick={() => setDays(null)}>
      Show all dates
    </Button>
  );
  return (
    <>
      <search className={classes.filter}>
        <DaysFilter value={days} onChange={setDays} />
      </search>
      <ListTable
        {...list}
        rowId={rowId}
        address={address}
        empty={<EmptyState title={title} message={message} action={all} />}
      />
    </>
  );
}
