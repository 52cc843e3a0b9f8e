import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';

/** What is needed of the versions' query to load more of them. */
export type Pages = Pick<
  UseInfiniteQueryResult,
  'error' | 'refetch' | 'hasNextPage' | 'isFetching' | 'isFetchingNextPage' | 'fetchNextPage'
>;

/** Loads page after page while `isWanted`, until one fails. */
export function useFetchMore({ error, hasNextPage, isFetching, fetchNextPage }: Pages, isWanted: boolean): void {
  const isNext = isWanted && hasNextPage && !isFetching && !error;
  useEffect(() => {
    if (isNext) void fetchNextPage();
  }, [isNext, fetchNextPage]);
}
