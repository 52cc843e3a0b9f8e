import { type SyncReview, type SyncSelection, syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { completeAnswer } from '../../http/complete-answer.ts';
import { isRefusal } from '../../http/http-error.ts';
import { keepUnder, queryKeys } from '../../http/query-keys.ts';
import { type Request, useRequest } from '../../services/request.ts';
import { isLostCursor, type ListPage, type PageWanted, pageQuery } from '../list-page.ts';

/** How many open reviews are listed. */
const openReviews = 5;

/** Review requests for a sync. */
export const syncReviewQueries = {
  get: (request: Request, instanceId: number, reviewId: number) =>
    queryOptions({
      queryKey: [...queryKeys.instance.sync(instanceId, 'review'), reviewId],
      queryFn: ({ signal }) => request(syncReviews.get, { params: { instanceId, reviewId } }, signal),
      staleTime: 0,
      meta: { title: 'Review', quiet: isRefusal },
    }),
  /** Newest first, answered or not. */
  list: (request: Request, instanceId: number, page: PageWanted) =>
    queryOptions({
      queryKey: [...queryKeys.instance.sync(instanceId, 'reviews'), page],
      queryFn: async ({ signal }): Promise<ListPage<SyncReview>> => {
        const asked = request(syncReviews.list, { params: { instanceId }, query: pageQuery(page) }, signal);
        const answer = completeAnswer(await asked, 'reviews');
        return { rows: answer.reviews, nextCursor: answer.next_cursor };
      },
      placeholderData: keepUnder(queryKeys.instance.sync(instanceId, 'reviews')),
      meta: { title: 'Reviews', quiet: (error) => isRefusal(error) || isLostCursor(error) },
    }),
  /** The newest unanswered ones. */
  open: (request: Request, instanceId: number) =>
    queryOptions({
      queryKey: queryKeys.instance.sync(instanceId, 'reviews', 'open'),
      queryFn: async ({ signal }) => {
        const query = { state: 'open', limit: openReviews } as const;
        return (await request(syncReviews.list, { params: { instanceId }, query }, signal)).reviews;
      },
      meta: { title: 'Reviews', isPart: true },
    }),
};

/** Requests a review of a selection, or of everything (`null`), from the members who can sync; the dialog shows failures itself. */
export function useRequestReview(instanceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: ({ selection, note }: { selection: SyncSelection | null; note: string }) => {
      const body = { ...(selection ?? { changes: [], all: true }), note };
      return request(syncReviews.create, { params: { instanceId }, body });
    },
    meta: { of: 'requestReview', invalidates: [queryKeys.instance.sync(instanceId, 'reviews')] },
  });
}

/** Declines a review; the dialog shows failures itself. */
export function useDeclineReview(instanceId: number, reviewId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: (note: string) => request(syncReviews.decline, { params: { instanceId, reviewId }, body: { note } }),
    meta: {
      of: 'declineReview',
      success: 'The changes were declined',
      invalidates: [
        queryKeys.instance.sync(instanceId, 'review'),
        queryKeys.instance.sync(instanceId, 'reviews'),
        queryKeys.instance.overview(instanceId),
      ],
    },
  });
}
