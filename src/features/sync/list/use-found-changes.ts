import type { ChangedItem, ChangeList } from '@quartermaster/contract/endpoints/sync.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { loadMoreChanges, syncChangeQueries } from '../../../shared/data/sync/sync-changes.ts';
import { asCheck } from '../../../shared/http/checks.ts';
import { useRequest } from '../../../shared/services/request.ts';
import type { ItemFilter } from '../changes/use-list-filter.ts';

/** The loaded changes, filtered and all. */
export function useFoundChanges(instanceId: number, filter: ItemFilter) {
  const request = useRequest();
  const queries = useQueryClient();
  const all = useQuery(asCheck(syncChangeQueries.changes(request, instanceId, {})));
  const found = useQuery(asCheck(syncChangeQueries.changes(request, instanceId, toQuery(filter))));
  // Shows the list of the previous filter until its own is loaded.
  const [answered, setAnswered] = useState(filter);
  if (!found.isPlaceholderData && answered !== filter) setAnswered(filter);

  const loadMore = (templateId: string) => loadMoreChanges(request, queries, instanceId, toQuery(answered), templateId);
  return {
    all,
    found,
    answered,
    isFiltered: isFiltering(answered),
    loadMore,
    /** Loads all matching items of a template; throws if that fails, which the call itself shows. */
    loadAll: async (templateId: string): Promise<readonly ChangedItem[]> => {
      while (await loadMore(templateId));
      const list = queries.getQueryData<ChangeList>(
        syncChangeQueries.changes(request, instanceId, toQuery(answered)).queryKey,
      );
      return list?.templates.find(({ template_id }) => template_id === templateId)?.items ?? [];
    },
  };
}

/** True for a filter that excludes something. */
const isFiltering = ({ search, change, isConflict }: ItemFilter): boolean =>
  search !== '' || change !== undefined || isConflict;

/** Without a filter, it is the same query as that of all changes. */
const toQuery = ({ search, change, isConflict }: ItemFilter) => ({
  ...(search !== '' && { search }),
  ...(change !== undefined && { change }),
  ...(isConflict && { conflicts: true as const }),
});
