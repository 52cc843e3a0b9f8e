import type { QueryClient } from '@tanstack/react-query';
import { decidesAccess } from '../shared/http/query-meta.ts';

/**
 * Returns a function that refetches every query that decides permissions, to be called once the server has refused a call. Refusals during
 * a refetch may be due to a later change, so one more refetch follows them.
 */
export function createAccessRefetch(queries: () => QueryClient): () => void {
  let isRefetching = false;
  let isRefetchPending = false;
  const refetch = async () => {
    isRefetching = true;
    do {
      isRefetchPending = false;
      await queries().invalidateQueries({ predicate: decidesAccess });
    } while (isRefetchPending);
    isRefetching = false;
  };
  return () => {
    if (isRefetching) isRefetchPending = true;
    else void refetch();
  };
}
