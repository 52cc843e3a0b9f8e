import type { QueryClient } from '@tanstack/react-query';

/**
 * Has everything read anew that what the caller may do is read from, once the server has refused a call; the screens follow the
 * answers. Refusals that come meanwhile may be about a later change: one more reading follows them all.
 */
export function renewAccess(queries: () => QueryClient): () => void {
  let isReading = false;
  let isWantedAgain = false;
  const read = async () => {
    isReading = true;
    do {
      isWantedAgain = false;
      await queries().invalidateQueries({ predicate: ({ meta }) => meta?.decidesAccess === true });
    } while (isWantedAgain);
    isReading = false;
  };
  return () => {
    if (isReading) isWantedAgain = true;
    else void read();
  };
}
