import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { ItemRow } from '@quartermaster/contract/endpoints/items.ts';
import { type InfiniteData, type QueryKey, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { itemQueries } from '../../../shared/data/items.ts';
import type { ItemsPageQuery } from '../../../shared/data/items-page.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { useStableCallback } from '../../../shared/ui/hooks/use-stable-callback.ts';
import { newsText } from '../list/live/news-text.ts';
import { useLocalChanges } from '../list/live/use-local-changes.ts';
import { type CellNews, followSheet } from './model/follow-sheet.ts';
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
  /** Called with what others have saved in edited cells. */
  onCellNews: (news: readonly CellNews[]) => void;
}

/** Loads the items of a list into a sheet, page by page. */
export function useSheetRows({ instanceId, templateId, query, sheet, onCellNews }: SheetRowsOptions) {
  const options = itemQueries.sheet(useRequest(), instanceId, templateId, query);
  const pages = useInfiniteQuery(options);
  const { data, hasNextPage, isFetching } = pages;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows.map(toSheetRow)), [data]);
  const isComplete = !hasNextPage && !isFetching;
  const news = useSheetNews({
    sheet,
    rows,
    queryKey: options.queryKey,
    pageCount: data?.pages.length ?? 0,
    isFetching,
    isComplete,
    // An item that a filter no longer finds may still exist.
    isAll: isComplete && (query.filters ?? []).length === 0 && !query.search,
    onCellNews,
  });
  const loaded = rows?.length ?? 0;
  const [first] = data?.pages ?? [];
  const isFull = loaded >= mostRows;
  const hasMore = hasNextPage && !isFull;
  return {
    isLoaded: data !== undefined,
    items: useMemo(() => data?.pages.flatMap((page) => page.rows), [data]),
    error: data ? null : pages.error,
    retry: () => void pages.refetch(),
    loaded,
    total: first?.totalIsExact ? first.total : undefined,
    /** As it is shown: with a plus if it is a lower bound. */
    totalText: first && `${first.total.toLocaleString('en')}${first.totalIsExact ? '' : '+'}`,
    hasMore,
    /** True if the list has more items than a sheet shows. */
    isCut: hasNextPage && isFull,
    isLoading: isFetching,
    ...useMorePages(pages, hasMore),
    ...news,
  };
}

interface SheetNewsOptions extends Pick<SheetRowsOptions, 'sheet' | 'onCellNews'> {
  /** The rows that are loaded; undefined before the first page. */
  rows: readonly SheetRow[] | undefined;
  queryKey: QueryKey;
  pageCount: number;
  isFetching: boolean;
  /** True if these are all rows of the list. */
  isComplete: boolean;
  /** True if these are all items of the template. */
  isAll: boolean;
}

/** Takes loaded rows into the sheet; those that others have changed are taken without moving what is being read. */
function useSheetNews({
  sheet,
  rows,
  queryKey,
  pageCount,
  isFetching,
  isComplete,
  isAll,
  onCellNews,
}: SheetNewsOptions) {
  const [news, setNews] = useState('');
  /** How many pages were taken as they came; 0 if the next answer is, too. */
  const taken = useRef(0);
  const takeNext = useStableCallback(() => {
    taken.current = 0;
  });
  const isChanging = useLocalChanges(queryKey, takeNext);
  const receive = useStableCallback((isShown: boolean) => {
    if (!rows) return;
    if (isShown || isChanging || pageCount !== taken.current) {
      sheet.receive(rows, { all: isShown ? isComplete : isAll });
      if (!isFetching) taken.current = pageCount;
      return setNews('');
    }
    if (isFetching) return;
    const { cells, ...found } = followSheet(sheet, rows, { isComplete, isAll });
    setNews(newsText(found));
    onCellNews(cells);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever decides it
  useLayoutEffect(() => receive(false), [receive, rows, isAll, isFetching]);
  return {
    /** What the list has that the sheet does not show yet; empty for nothing. */
    news,
    showNews: () => receive(true),
  };
}

type Pages = UseInfiniteQueryResult<InfiniteData<{ rows: readonly unknown[] }>>;

/** Loads the next page, or all of them, up to the most that a sheet shows. */
function useMorePages({ isFetching, isFetchingNextPage, fetchNextPage }: Pages, hasMore: boolean) {
  const isWanted = useRef(false);
  const loadMore = useStableCallback(() => {
    // A page that is requested while the others are loaded again would cancel that.
    isWanted.current = isFetching && !isFetchingNextPage;
    if (hasMore && !isFetching) void fetchNextPage();
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
      const answer = await fetchNextPage({ cancelRefetch: false });
      isMore = !answer.isError && answer.hasNextPage && sizeOf(answer.data?.pages) < mostRows;
    }
  });
  return { loadMore, loadAll };
}

const sizeOf = (pages: readonly { rows: readonly unknown[] }[] = []) =>
  pages.reduce((sum, { rows }) => sum + rows.length, 0);
