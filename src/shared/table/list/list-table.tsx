import { Button, VisuallyHidden } from '@mantine/core';
import type { RowData } from '@tanstack/react-table';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isLostCursor, type ListPage } from '../../data/list-page.ts';
import { count } from '../../ui/count.ts';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { ErrorState } from '../../ui/page/error-state.tsx';
import { texts } from '../../ui/texts.ts';
import { DataTable, type DataTableProps } from '../data-table.tsx';
import { pageSizes } from '../page-sizes.ts';
import type { RowHeading } from '../row-heading.ts';
import { SelectionStatus } from '../selection/selection-status.tsx';
import { ListPager, type ListPagerProps } from './list-pager.tsx';
import classes from './list-table.module.css';
import { SearchField } from './search-field.tsx';

/** A page of a list as TanStack Query answers it. */
interface PageAnswer<Row> {
  data: ListPage<Row> | undefined;
  error: Error | null;
  /** The data are those of another page, until the requested one is loaded. */
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

/** What of the table itself a list can set. */
type TableOptions =
  | 'columns'
  | 'rowId'
  | 'hidden'
  | 'order'
  | 'widths'
  | 'onWidth'
  | 'sort'
  | 'onSort'
  | 'onRowHover'
  | 'onHeight'
  | 'density'
  | 'wraps'
  | 'selection'
  | 'revealed';

/** The rows of a list, for a layout other than a table. */
type LayoutRows<Row> = Pick<DataTableProps<Row>, 'label' | 'rows' | 'headings'> &
  Required<Pick<DataTableProps<Row>, 'offset' | 'isStale' | 'expectedRows' | 'instead'>>;

interface ListTableProps<Row> extends Pick<DataTableProps<Row>, TableOptions> {
  /** The name of the table for screen readers. */
  label: string;
  /** The plural of the entries, as in `No more syncs`; the label by default. */
  many?: string;
  /** The singular, as in `1 member`, for a list with an input that searches it: the number of matches is announced. */
  one?: string;
  page: PageAnswer<Row>;
  address: ListPagerProps['address'] & {
    /** The searched text. */
    searched: string;
    /** Undefined on the first page. */
    toFirst: (() => void) | undefined;
    restart: () => void;
    /** For the input, while the user types. */
    setSearch: (text: string) => void;
    clear: () => void;
  };
  /** The rows in groups, without those of collapsed ones. */
  grouped?: { rows: readonly Row[]; headings: readonly RowHeading[] } | undefined;
  /** Renders the rows in place of a table. */
  layout?: (rows: LayoutRows<Row>) => ReactNode;
  /** Shown if the list has no entries, or none that match its filters. */
  empty?: ReactNode;
  /** The title if the list could not be loaded. */
  failure?: string;
  /** True if the server also pages the list from its end, and shows its pages even if there is only one. */
  hasLast?: boolean;
}

/** A list with its pages: input, table and pager, with texts for when there are no rows. */
export function ListTable<Row extends RowData>(props: ListTableProps<Row>) {
  const {
    label,
    many = label.toLowerCase(),
    one,
    page,
    address,
    grouped,
    layout,
    empty,
    hasLast = false,
    ...rest
  } = props;
  const { failure = `The ${many} could not be loaded`, ...table } = rest;
  const { data, error, isPlaceholderData } = page;
  const { searched, toFirst, offset, size } = address;
  const input = useRef<HTMLInputElement>(null);

  const isLost = isLostCursor(error);
  const leaveLost = useEffectEvent(() => address.restart());
  useEffect(() => {
    if (isLost) leaveLost();
  }, [isLost]);

  const insteadOfRows = () => {
    if (error && !data && !isLost) {
      return <ErrorState error={error} title={failure} retry={() => void page.refetch()} />;
    }
    if (data?.rows.length !== 0 || isPlaceholderData) return undefined;
    const button = (text: string, onClick: () => void) => (
      <Button variant="default" onClick={onClick}>
        {text}
      </Button>
    );
    if (toFirst) {
      const message = `There are no more ${many} on this page.`;
      return <EmptyState title={`No more ${many}`} message={message} action={button('First page', toFirst)} />;
    }
    if (one !== undefined && searched !== '') {
      const clear = button(texts.clearSearch, () => {
        input.current?.focus();
        address.clear();
      });
      return <EmptyState title={texts.noResults} message={`No results for “${searched}”.`} action={clear} />;
    }
    return empty;
  };
  const total = data?.total;
  const isSettled = data !== undefined && !isPlaceholderData && !error;
  const hasMore = data?.nextCursor != null || (total ?? data?.rows.length ?? 0) > pageSizes[0];
  // Between the last page and the first, nothing else shows that there are pages; without its button the focus would be lost.
  const [hadPages, setHadPages] = useState(false);
  const hasPages = hasLast || toFirst !== undefined || (isSettled || error ? hasMore : hadPages);
  if (hasPages !== hadPages) setHadPages(hasPages);

  const rows = {
    label,
    rows: data?.rows,
    offset,
    isStale: isPlaceholderData,
    expectedRows: size,
    instead: insteadOfRows(),
    ...grouped,
  };
  return (
    <>
      {one !== undefined && (
        <>
          <div className={classes.search}>
            <SearchField label={`Search ${many}`} value={searched} onSearch={address.setSearch} inputRef={input} />
          </div>
          <VisuallyHidden role="status">
            {isSettled && (total === 0 && searched !== '' ? texts.noResults : count(total ?? 0, one, many))}
          </VisuallyHidden>
        </>
      )}
      {table.selection && <SelectionStatus selection={table.selection} />}
      {layout ? layout(rows) : <DataTable {...table} {...rows} total={total} />}
      {hasPages && (
        <ListPager
          address={address}
          count={isPlaceholderData ? undefined : data?.rows.length}
          total={total}
          isExact={data?.totalIsExact ?? true}
          next={isPlaceholderData ? null : data?.nextCursor}
          hasLast={hasLast}
        />
      )}
    </>
  );
}
