import { type CommentCount, comments } from '@quartermaster/contract/endpoints/comments.ts';
import { queryOptions } from '@tanstack/react-query';
import { keepUnder, queryKeys } from '../http/query-keys.ts';
import type { Request } from '../services/request.ts';

/** How many threads these items of a template have, by their ids; apart from what writes comments, which no list needs. */
export const commentCountsQuery = (request: Request, instanceId: number, templateId: string, ids: readonly number[]) =>
  queryOptions({
    queryKey: [...queryKeys.instance.comments(instanceId, 'counts', templateId), ids],
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, CommentCount>> => {
      const body = { template_id: templateId, item_ids: [...ids] };
      const { counts } = await request(comments.count, { params: { instanceId }, body }, signal);
      return new Map(counts.map((count) => [count.item_id, count]));
    },
    placeholderData: keepUnder(queryKeys.instance.comments(instanceId, 'counts', templateId)),
    meta: { title: 'Comments', quiet: true, isPart: true },
  });
