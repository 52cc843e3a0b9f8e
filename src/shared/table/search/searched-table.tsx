import { Button, VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { isLostCursor, type ListPage } from '../../data/people/list-page.ts';
import { count } from '../../ui/count.ts';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { ErrorState } from '../../ui/page/error-state.tsx';
import { texts } from '../../ui/texts.ts';
import { DataTable } from '../data-table.tsx';
import { pageSizes } from '../page-sizes.ts';
import type { TableColumn } from '../table-column.ts';
import { AddressPager } from './address-pager.tsx';
import { SearchField } from './search-field.tsx';
import classes from './searched-table.module.css';
import type { ListAddress } from './use-list-address.ts';

interface SearchedTableProps<Row> {
  /** The plural of the entries, as in `Search members`. */
  label: string;
  /** The singular of an entry, as in `1 member`. */
  one: string;
  columns: readonly TableColumn<Row>[];
  rowId: (row: Row) => string;
  page: UseQueryResult<ListPage<Row>>;
  address: ListAddress;
  /** Shown if the list has no entries at all. */
  empty?: ReactNode;
}

/** A list with search and pages: input, table and pager, with texts for when there are no rows. */
export function SearchedTable<Row extends object>(props: SearchedTableProps<Row>) {
  const { label, one, columns, rowId, page, address, empty } = props;
  const { data, error, isPlaceholderData } = page;
  const { search, cursor, offset, size } = address;
  const words = label.toLowerCase();
  const input = useRef<HTMLInputElement>(null);

  const isLost = isLostCursor(error);
  const leaveLost = useEffectEvent(() => address.restart());
  useEffect(() => {
    if (isLost) leaveLost();
  }, [isLost]);

  const insteadOfRows = () => {
    if (error && !data && !isLost) {
      return <ErrorState error={error} title={`The ${words} could not be loaded`} retry={() => void page.refetch()} />;
    }
    if (data?.rows.length !== 0 || isPlaceholderData) return undefined;
    const button = (text: string, onClick: (() => void) | undefined) => (
      <Button variant="default" onClick={onClick}>
        {text}
      </Button>
    );
    if (cursor !== undefined) {
      return <EmptyState title={`No more ${words}`} action={button(texts.firstPage, address.toFirst)} />;
    }
    if (search !== '') {
      const clear = button('Clear search', () => {
        input.current?.focus();
        address.clearSearch();
      });
      return <EmptyState title={texts.noResults} message={`No results for “${search}”.`} action={clear} />;
    }
    return empty;
  };
  const hasPages = cursor !== undefined || (data?.total ?? 0) > pageSizes[0];
  const isSettled = data !== undefined && !isPlaceholderData && !error;

  return (
    <>
      <div className={classes.search}>
        <SearchField label={`Search ${words}`} value={search} onSearch={address.setSearch} inputRef={input} />
      </div>
      <VisuallyHidden role="status">
        {isSettled && (data.total === 0 && search !== '' ? texts.noResults : count(data.total, one, words))}
      </VisuallyHidden>
      <DataTable
        label={label}
        columns={columns}
        rows={data?.rows}
        rowId={rowId}
        total={data?.total}
        offset={offset}
        isStale={isPlaceholderData}
        expectedRows={size}
        instead={insteadOfRows()}
      />
      {hasPages && (
        <AddressPager
          address={address}
          count={isPlaceholderData ? undefined : data?.rows.length}
          total={data?.total}
          next={data?.nextCursor}
        />
      )}
    </>
  );
}
