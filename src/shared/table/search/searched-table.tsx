import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { ListPage } from '../../data/people/list-page.ts';
import { HttpError } from '../../http/http-error.ts';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { ErrorState } from '../../ui/page/error-state.tsx';
import { DataTable } from '../data-table.tsx';
import { pageSizes } from '../page-sizes.ts';
import type { TableColumn } from '../table-column.ts';
import { TablePager } from '../table-pager.tsx';
import { SearchField } from './search-field.tsx';
import classes from './searched-table.module.css';
import type { ListAddress } from './use-list-address.ts';

interface SearchedTableProps<Row> {
  /** What the table holds, as in `Search members`. */
  label: string;
  columns: readonly TableColumn<Row>[];
  rowId: (row: Row) => string;
  page: UseQueryResult<ListPage<Row>>;
  address: ListAddress;
  /** Shown where the list has no entry at all. */
  empty?: ReactNode;
}

/** A list that is searched and turned by pages: input, table and pager, with what to say where there are no rows. */
export function SearchedTable<Row extends object>(props: SearchedTableProps<Row>) {
  const { label, columns, rowId, page, address, empty } = props;
  const { data, error, isPlaceholderData } = page;
  const { search, cursor, offset, size } = address;
  const nextCursor = isPlaceholderData ? null : data?.nextCursor;
  const words = label.toLowerCase();

  // The list has changed since its address was noted: its first page is still there.
  const isLost = error instanceof HttpError && error.body.fields?.cursor !== undefined;
  useEffect(() => {
    if (isLost) address.toFirst?.();
  });

  const insteadOfRows = () => {
    if (error && !data) {
      return <ErrorState error={error} title={`The ${words} could not be loaded`} retry={() => void page.refetch()} />;
    }
    if (data?.rows.length !== 0 || isPlaceholderData) return undefined;
    const button = (text: string, onClick: (() => void) | undefined) => (
      <Button variant="default" onClick={onClick}>
        {text}
      </Button>
    );
    if (cursor !== undefined) {
      return <EmptyState title={`No more ${words}`} action={button('First page', address.toFirst)} />;
    }
    if (search !== '') {
      const clear = button('Clear search', address.clearSearch);
      return <EmptyState title="No results" message={`Nothing is found for “${search}”.`} action={clear} />;
    }
    return empty;
  };
  const hasPages = cursor !== undefined || (data?.total ?? 0) > pageSizes[0];

  return (
    <>
      <div className={classes.search}>
        <SearchField label={`Search ${words}`} value={search} onSearch={address.setSearch} />
      </div>
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
        <TablePager
          offset={offset}
          count={isPlaceholderData ? undefined : data?.rows.length}
          total={data?.total}
          isExact
          pageSize={size}
          onPageSize={address.setSize}
          onFirst={address.toFirst}
          onPrevious={address.toPrevious}
          onNext={nextCursor ? () => address.toNext(nextCursor, data?.rows.length ?? 0) : undefined}
        />
      )}
    </>
  );
}
