import { type ActivityFilters, activity } from '@quartermaster/contract/endpoints/activity.ts';
import { history } from '@quartermaster/contract/endpoints/history.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { completeAnswer } from '../http/complete-answer.ts';
import { keepUnder, queryKeys } from '../http/query-keys.ts';
import type { Request } from '../services/request.ts';

/** How many entries are loaded at a time. */
const entriesPerPage = 50;

/** A project with its workspace. */
export interface ProjectPlace {
  workspaceId: number;
  projectId: number;
}

/** What was done in a project. */
export const activityQueries = {
  /** Newest first, page by page. */
  list: (request: Request, { workspaceId, projectId }: ProjectPlace, filters: ActivityFilters) =>
    infiniteQueryOptions({
      queryKey: [...queryKeys.workspace.activity(workspaceId, projectId, 'list'), filters],
      queryFn: async ({ signal, pageParam }) => {
        const query = { ...filters, limit: entriesPerPage, ...(pageParam !== null && { cursor: pageParam }) };
        return completeAnswer(await request(activity.list, { params: { projectId }, query }, signal), 'entries');
      },
      initialPageParam: null as string | null,
      getNextPageParam: ({ next_cursor }) => next_cursor,
      // Everything that anybody does is an entry.
      staleTime: 0,
      // All loaded pages would be requested again.
      refetchOnWindowFocus: false,
      placeholderData: keepUnder(queryKeys.workspace.activity(workspaceId, projectId, 'list')),
      // The page shows it.
      meta: { title: 'Activity', quiet: true },
    }),
  /** Who has done something, by a part of the name. */
  people: (request: Request, { workspaceId, projectId }: ProjectPlace, text: string) =>
    queryOptions({
      queryKey: [...queryKeys.workspace.activity(workspaceId, projectId, 'people'), text],
      queryFn: async ({ signal }) => {
        const query = text === '' ? {} : { search: text };
        return (await request(activity.listPeople, { params: { projectId }, query }, signal)).people;
      },
      placeholderData: keepUnder(queryKeys.workspace.activity(workspaceId, projectId, 'people')),
      meta: { title: 'People', quiet: true },
    }),
  /** How much of its history is kept, and for how long. */
  kept: (request: Request, { workspaceId, projectId }: ProjectPlace) =>
    queryOptions({
      queryKey: queryKeys.workspace.keptHistory(workspaceId, projectId),
      queryFn: ({ signal }) => request(history.summary, { params: { projectId } }, signal),
      // The part of the page with the numbers shows it.
      meta: { title: 'History', quiet: true, isPart: true },
    }),
};
