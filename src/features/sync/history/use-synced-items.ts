import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { syncHistoryQueries } from '../../../shared/data/sync/sync-history.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { useStableCallback } from '../../../shared/ui/hooks/use-stable-callback.ts';
import type { ListedItem } from '../changes/change-section.ts';

interface Loaded {
  items: readonly ListedItem[];
  /** `null` before the first page. */
  cursor: string | null;
  isWhole: boolean;
}

const noItems: Loaded = { items: [], cursor: null, isWhole: false };

/** The loaded items of a sync, template by template. */
export function useSyncedItems(syncId: number) {
  const request = useRequest();
  const queries = useQueryClient();
  const instanceId = useInstanceId();
  const [byTemplate, setByTemplate] = useState<ReadonlyMap<string, Loaded>>(new Map());

  const loadMore = useStableCallback((templateId: string) => {
    const { items, cursor, isWhole } = byTemplate.get(templateId) ?? noItems;
    if (isWhole) return;
    // As a query, so that a second call for the same items waits for the first, and a failure shows a toast.
    queries.fetchQuery(syncHistoryQueries.items(request, instanceId, syncId, { template: templateId, cursor })).then(
      (page) =>
        setByTemplate((before) => {
          if ((before.get(templateId) ?? noItems).cursor !== cursor) return before;
          return new Map(before).set(templateId, {
            items: [...items, ...page.items],
            cursor: page.next_cursor,
            isWhole: page.next_cursor === null,
          });
        }),
      () => undefined,
    );
  });
  const itemsOf = useCallback((templateId: string) => (byTemplate.get(templateId) ?? noItems).items, [byTemplate]);
  return { itemsOf, loadMore };
}
