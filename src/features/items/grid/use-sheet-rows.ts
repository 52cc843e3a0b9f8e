import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { ItemRow } from '@quartermaster/contract/endpoints/items.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { itemQueries } from '../../../shared/data/items.ts';
import type { ItemsPageQuery } from '../../../shared/data/items-page.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { useStableCallback } from '../../../shared/ui/hooks/use-stable-callback.ts';
import { rowKeyOf, type Sheet, type SheetRow } from './model/sheet.ts';

/** The most items that a sheet shows. */
export const mostRows = 10_000;

const toSheetRow = ({ id, version, internal_label, values }: ItemRow): SheetRow => ({
  key: rowKeyOf(id),
  id,
  version,
  label: internal_label,
  // The values of a list are those of the item's document.
  values: values as ItemValues,
});

interface SheetRowsOptions {
  instanceId: number;
  templateId: string;
  query: Pick<ItemsPageQuery, 'filters' | 'search' | 'sort'>;
  sheet: Sheet;
}

/** Loads the items of a list into a sheet, page by page. */
export function useSheetRows({ instanceId, templateId, query, sheet }: SheetRowsOptions) {
  const pages = useInfiniteQuery(itemQueries.sheet(useRequest(), instanceId, templateId, query));
  const { data, hasNextPage, isFetching, isFetchingNextPage } = pages;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows.map(toSheetRow)), [data]);
  // An item that a filter no longer finds may still exist.
  const isAll = !hasNextPage && !isFetching && (query.filters ?? []).length === 0 && !query.search;
  useLayoutEffect(() => {
    if (rows) sheet.receive(rows, { all: isAll });
  }, [sheet, rows, isAll]);
  const loaded = rows?.length ?? 0;
  const [first] = data?.pages ?? [];
  const isFull = loaded >= mostRows;
  const hasMore = hasNextPage && !isFull;
  const isWanted = useRef(false);
  const loadMore = useStableCallback(() => {
    // A page that is requested while the others are loaded again would cancel that.
    isWanted.current = isFetching && !isFetchingNextPage;
    if (hasMore && !isFetching) void pages.fetchNextPage();
  });
  useEffect(() => {
    if (!isFetching && isWanted.current) loadMore();
  }, [isFetching, loadMore]);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const loadAll = useStableCallback(async () => {
    let isMore = true;
    while (isMore && isOpen.current) {
      const answer = await pages.fetchNextPage({ cancelRefetch: false });
      isMore = !answer.isError && answer.hasNextPage && sizeOf(answer.data?.pages) < mostRows;
    }
  });
  return {
    isLoaded: data !== undefined,
    error: data ? null : pages.error,
    retry: () => void pages.refetch(),
    loaded,
    total: first?.totalIsExact ? first.total : undefined,
    /** As it is shown: with a plus if it is a lower bound. */
    totalText: first && `${first.total.toLocaleString('en')}${first.totalIsExact ? '' : '+'}`,
    hasMore,
    /** True if the list has more items than a sheet shows. */
    isCut: hasNextPage && isFull,
    isLoading: pages.isFetching,
    loadMore,
    loadAll,
  };
}

const sizeOf = (pages: readonly { rows: readonly unknown[] }[] = []) =>
  pages.reduce((sum, { rows }) => sum + rows.length, 0);
