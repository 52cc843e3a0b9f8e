import { type Sync, sync } from '@quartermaster/contract/endpoints/sync.ts';
import { queryOptions } from '@tanstack/react-query';
import { completeAnswer } from '../../http/complete-answer.ts';
import { isRefusal } from '../../http/http-error.ts';
import { keepUnder, queryKeys } from '../../http/query-keys.ts';
import type { Request } from '../../services/request.ts';
import { pollEvery } from '../jobs.ts';
import { isLostCursor, type ListPage, type PageWanted, pageQuery } from '../list-page.ts';
import type { Period } from '../period.ts';

/** A page of the history, optionally only syncs of a period. */
interface SyncsWanted extends PageWanted {
  period: Period;
}

/** How many items are requested at a time. */
const itemsPerCall = 1000;

/** The syncs from and to an instance. */
export const syncHistoryQueries = {
  /** Newest first. */
  list: (request: Request, instanceId: number, { period, ...wanted }: SyncsWanted) =>
    queryOptions({
      queryKey: [...queryKeys.instance.sync(instanceId, 'history'), { ...wanted, ...period }],
      queryFn: async ({ signal }): Promise<ListPage<Sync>> => {
        const query = { ...pageQuery(wanted), ...period };
        const answer = completeAnswer(await request(sync.list, { params: { instanceId }, query }, signal), 'syncs');
        return { rows: answer.syncs, nextCursor: answer.next_cursor };
      },
      placeholderData: keepUnder(queryKeys.instance.sync(instanceId, 'history')),
      refetchInterval: (query) => (query.state.data?.rows.some(({ state }) => state === 'running') ? pollEvery : false),
      meta: { title: 'History of syncs', quiet: (error) => isRefusal(error) || isLostCursor(error) },
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
