import { type BeforeAndAfter, type Chart, type ChartedField, items } from '@quartermaster/contract/endpoints/items.ts';
import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { keepUnder, queryKeys } from '../http/query-keys.ts';
import type { Request } from '../services/request.ts';
import { keyOfAll } from './items.ts';
import type { ItemsPageQuery } from './items-page.ts';

type Listed = Pick<ItemsPageQuery, 'filters' | 'search'>;

/** How the chart of a check is requested. */
export interface DrawnChanges {
  /** What was checked, and the state it was checked in; undefined until then: nothing is drawn before. */
  about: QueryKey | undefined;
  load: (chart: ChartedField, signal: AbortSignal) => Promise<BeforeAndAfter | undefined>;
}

/** A request that was repeated would be refused again, and the chart has a button to retry. */
const meta = { title: 'Chart', quiet: true };

/** Charts of the items of a list. */
export const chartQueries = {
  drawn: (request: Request, instanceId: number, templateId: string, chart: Chart, { filters, search }: Listed) => {
    const key = [...keyOfAll('chart', instanceId), templateId, chart];
    return queryOptions({
      queryKey: [...key, filters, search],
      queryFn: ({ signal }) => {
        const body = { chart, filters, ...(search && { search }) };
        return request(items.chart, { params: { instanceId, templateId }, body }, signal);
      },
      staleTime: 10_000,
      // The chart of other filters stays until the next one is loaded.
      placeholderData: keepUnder(key),
      meta,
    });
  },
  /** How many items have each value of a field, with how many there are besides the most frequent ones. */
  amounts: (request: Request, instanceId: number, templateId: string, field: string, { filters, search }: Listed) => {
    const key = [...keyOfAll('chart', instanceId), templateId, 'amounts', field];
    return queryOptions({
      queryKey: [...key, filters, search],
      queryFn: ({ signal }) => {
        const body = { field, filters, ...(search && { search }) };
        return request(items.groups, { params: { instanceId, templateId }, body }, signal);
      },
      staleTime: 10_000,
      placeholderData: keepUnder(key),
      meta,
    });
  },
  /** A number field before and after changes; of a check, which never changes. */
  changes: (instanceId: number, { about, load }: DrawnChanges, chart: ChartedField) =>
    queryOptions({
      queryKey: [...queryKeys.instance.edits(instanceId), 'chart', ...(about ?? []), chart],
      enabled: about !== undefined,
      queryFn: async ({ signal }) => (await load(chart, signal)) ?? null,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      meta,
    }),
};
