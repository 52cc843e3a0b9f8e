import type { DropCandidates } from '@quartermaster/contract/content/drop-rows.ts';
import { drops } from '@quartermaster/contract/endpoints/drops.ts';
import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../http/query-keys.ts';
import type { Request } from '../services/request.ts';

/** The item whose rows are drawn, and their weight. */
export type DropsFrom = Input<typeof drops.list>['body']['from'];

/** The links of rows, each list once. */
function linksOf(rows: readonly DropCandidates[]) {
  const lists = rows
    .filter(({ links }) => links.length > 0)
    .map(({ links }) => links.map(({ templateId, id }) => ({ template_id: templateId, id })));
  return [...new Map(lists.map((links) => [JSON.stringify(links), links])).values()];
}

/** What the rows of drop tables lead to. */
export const dropQueries = {
  /** The items that rows lead to, and those below them. Rows without links need no call. */
  list: (request: Request, instanceId: number, rows: readonly DropCandidates[], from: DropsFrom) => {
    const links = linksOf(rows);
    return queryOptions({
      queryKey: [...queryKeys.instance.items(instanceId), 'drops', from, links],
      queryFn: async ({ signal }) =>
        (await request(drops.list, { params: { instanceId }, body: { rows: links, ...(from && { from }) } }, signal))
          .items,
      ...(links.length === 0 && { initialData: [], staleTime: Number.POSITIVE_INFINITY }),
      // The dialog shows it.
      meta: { title: 'Drops', quiet: true },
    });
  },
};
