import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { queryOptions } from '@tanstack/react-query';
import { isRefusal } from '../../http/http-error.ts';
import { isUnder, queryKeys } from '../../http/query-keys.ts';
import type { Request } from '../../services/request.ts';
import type { Period } from '../period.ts';
import { pollEvery } from './syncs.ts';

/** Filters of the history: syncs of a period, before another one. */
interface SyncsWanted {
  before: number | undefined;
  limit: number;
  period: Period;
}

/** How many items are requested at a time. */
const itemsPerCall = 1000;

/** The syncs from and to an instance. */
export const syncHistoryQueries = {
  /** Newest first. */
  list: (request: Request, instanceId: number, { before, limit, period }: SyncsWanted) =>
    queryOptions({
      queryKey: [...queryKeys.instance.sync(instanceId, 'history'), { before, limit, ...period }],
      queryFn: ({ signal }) =>
        request(
          sync.list,
          { params: { instanceId }, query: { limit, ...period, ...(before === undefined ? {} : { before }) } },
          signal,
        ),
      placeholderData: (last, query) =>
        isUnder(queryKeys.instance.sync(instanceId, 'history'), query) ? last : undefined,
      refetchInterval: (query) =>
        query.state.data?.syncs.some(({ state }) => state === 'running') ? pollEvery : false,
      meta: { title: 'History of syncs', quiet: isRefusal },
    }),
  /** The next items of a template that a sync changed. */
  items: (request: Request, instanceId: number, syncId: number, template: string, cursor: string | null) =>
    queryOptions({
      queryKey: [...queryKeys.instance.sync(instanceId, 'synced-items'), syncId, template, cursor],
      queryFn: ({ signal }) => {
        const query = { template, limit: itemsPerCall, ...(cursor !== null && { cursor }) };
        return request(sync.listItems, { params: { instanceId, syncId }, query }, signal);
      },
      // A past sync never changes.
      staleTime: Number.POSITIVE_INFINITY,
      meta: { title: 'Synced items', isPart: true },
    }),
};
