import { notifyManager, type QueryKey, useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { isCheck, isOutdated } from '../../http/checks.ts';
import { NewsBar } from './news-bar.tsx';

/** Offers to check again once something has changed in the checks on the screen whose keys begin with `queryKey`. */
export function CheckAgain({ queryKey }: { queryKey: QueryKey }) {
  const queries = useQueryClient();
  const subscribe = useCallback(
    // A query may start during rendering, when no other component may be updated.
    (onChange: () => void) => queries.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    [queries],
  );
  const isAnyOutdated = useSyncExternalStore(subscribe, () =>
    queries
      .getQueryCache()
      .findAll({ queryKey, type: 'active', fetchStatus: 'idle' })
      .some((query) => isOutdated(query)),
  );
  // What the user changes is loaded again afterwards.
  const isChanging = useIsMutating() > 0;
  return (
    <NewsBar
      news={isAnyOutdated && !isChanging ? 'Changed since this was checked' : ''}
      action="Check again"
      onShow={() => void queries.refetchQueries({ queryKey, type: 'active', predicate: isCheck })}
    />
  );
}
