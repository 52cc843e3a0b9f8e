import type { QueryClient } from '@tanstack/react-query';
import { decidesAccess } from '../shared/http/query-keys.ts';

/**
 * Refetches every query that decides permissions, once the server has refused a call. Refusals during the refetch may be about a later
 * change, so one more refetch follows them.
 */
export function renewAccess(queries: () => QueryClient): () => void {
  let isReading = false;
  let isWantedAgain = false;
  const read = async () => {
    isReading = true;
    do {
      isWantedAgain = false;
      await queries().invalidateQueries({ predicate: decidesAccess });
    } while (isWantedAgain);
    isReading = false;
  };
  return () => {
    if (isReading) isWantedAgain = true;
    else void read();
  };
}
