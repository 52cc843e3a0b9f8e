import { type QueryKey, useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useStableCallback } from '../../../../shared/ui/hooks/use-stable-callback.ts';

/**
 * Calls back once a change of this console has made a query load again: its answer is the user's own doing. Returns true while such a change
 * is being made.
 */
export function useLocalChanges(queryKey: QueryKey, onChanged: () => void): boolean {
  const queries = useQueryClient();
  const check = useStableCallback(() => {
    if (queries.getQueryState(queryKey)?.fetchStatus === 'fetching') onChanged();
  });
  useEffect(
    () =>
      queries.getMutationCache().subscribe(({ type, mutation }) => {
        if (type === 'updated' && ['success', 'error'].includes(mutation.state.status)) check();
      }),
    [queries, check],
  );
  return useIsMutating({ predicate: ({ meta }) => meta?.invalidates !== undefined }) > 0;
}
