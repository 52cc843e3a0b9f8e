import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../http/query-keys.ts';
import type { Request } from '../../services/request.ts';

/** How many items are requested at a time. */
const itemsPerCall = 1000;

/** What a sync has changed. */
export const syncHistoryQueries = {
  /** The next items of a template that a sync changed. */
  items: (
    request: Request,
    instanceId: number,
    syncId: number,
    { template, cursor, limit = itemsPerCall }: { template: string; cursor: string | null; limit?: number },
  ) =>
    queryOptions({
      queryKey: [...queryKeys.instance.sync(instanceId, 'synced-items'), syncId, template, cursor, limit],
      queryFn: ({ signal }) => {
        const query = { template, limit, ...(cursor !== null && { cursor }) };
        return request(sync.listItems, { params: { instanceId, syncId }, query }, signal);
      },
      // A past sync never changes.
      staleTime: Number.POSITIVE_INFINITY,
      meta: { title: 'Synced items', isPart: true },
    }),
};
