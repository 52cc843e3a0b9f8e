import { type ChangeSet, changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { completeAnswer } from '../http/complete-answer.ts';
import { isRefusal } from '../http/http-error.ts';
import { keepUnder, queryKeys } from '../http/query-keys.ts';
import type { Request } from '../services/request.ts';
import { isLostCursor, type ListPage, type PageWanted, pageQuery } from './list-page.ts';
import type { Period } from './period.ts';

/** A page of the history, optionally only changes of a period, or of one origin. */
interface ChangeSetsWanted extends PageWanted {
  period: Period;
  origin: ChangeSet['origin'] | undefined;
}

/** How many items are requested at a time. */
const itemsPerCall = 1000;

/** How many items a preview has. */
const previewedItems = 10;

const isRunning = ({ state }: ChangeSet): boolean => state === 'running';

/** The changes of an instance, finished and running. */
export const changeSetQueries = {
  /** Newest first. */
  list: (request: Request, instanceId: number, { period, origin, ...page }: ChangeSetsWanted) =>
    queryOptions({
      queryKey: [...queryKeys.instance.changeSets(instanceId, 'list'), { ...page, ...period, origin }],
      queryFn: async ({ signal }): Promise<ListPage<ChangeSet>> => {
        const query = { ...pageQuery(page), ...period, ...(origin !== undefined && { origin }) };
        const answer = completeAnswer(
          await request(changeSets.list, { params: { instanceId }, query }, signal),
          'change_sets',
        );
        return { rows: answer.change_sets, nextCursor: answer.next_cursor };
      },
      placeholderData: keepUnder(queryKeys.instance.changeSets(instanceId, 'list')),
      meta: {
        title: 'Changes',
        quiet: (error) => isRefusal(error) || isLostCursor(error),
        isRunning: ({ rows }: ListPage<ChangeSet>) => rows.some(isRunning),
      },
    }),
  /** One of them. */
  get: (request: Request, instanceId: number, changeSetId: number) =>
    queryOptions({
      queryKey: [...queryKeys.instance.changeSets(instanceId, 'get'), changeSetId],
      queryFn: async ({ signal }) =>
        (await request(changeSets.get, { params: { instanceId, changeSetId } }, signal)).change_set,
      enabled: changeSetId > 0,
      meta: { title: 'Changes', quiet: isRefusal, isRunning },
    }),
  /** Its items, page by page. */
  items: (request: Request, instanceId: number, changeSetId: number) =>
    infiniteQueryOptions({
      queryKey: [...queryKeys.instance.changeSets(instanceId, 'items'), changeSetId],
      queryFn: ({ signal, pageParam }) => {
        const query = { limit: itemsPerCall, ...(pageParam !== null && { cursor: pageParam }) };
        return request(changeSets.listItems, { params: { instanceId, changeSetId }, query }, signal);
      },
      initialPageParam: null as string | null,
      getNextPageParam: ({ next_cursor }) => next_cursor,
      // Once applied, they never change.
      staleTime: Number.POSITIVE_INFINITY,
      // The part of the page with the items shows it.
      meta: { title: 'Changed items', quiet: true },
    }),
  /** The first of its items, for a preview. */
  firstItems: (request: Request, instanceId: number, changeSetId: number) =>
    queryOptions({
      queryKey: [...queryKeys.instance.changeSets(instanceId, 'first-items'), changeSetId],
      queryFn: ({ signal }) =>
        request(
          changeSets.listItems,
          { params: { instanceId, changeSetId }, query: { limit: previewedItems } },
          signal,
        ),
      // Once applied, they never change.
      staleTime: Number.POSITIVE_INFINITY,
      meta: { title: 'Changed items', quiet: true },
    }),
  /** What it changed in an item. */
  item: (request: Request, instanceId: number, changeSetId: number, templateId: string, itemId: number) =>
    queryOptions({
      queryKey: [...queryKeys.instance.changeSets(instanceId, 'item'), changeSetId, templateId, itemId],
      queryFn: ({ signal }) =>
        request(changeSets.getItem, { params: { instanceId, changeSetId, templateId, itemId } }, signal),
      staleTime: Number.POSITIVE_INFINITY,
      meta: { title: 'Change', quiet: true },
    }),
};

/** Explains why changes failed, and what to do. */
export const failedChangeText = ({ error }: Pick<ChangeSet, 'error'>): string =>
  error ?? 'The changes failed. Nothing was changed. Try again.';
