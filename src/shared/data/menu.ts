import type { Input, Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { errorDetail } from '../http/error-detail.ts';
import { HttpError, isRefusal } from '../http/http-error.ts';
import { queryKeys } from '../http/query-keys.ts';
import { type Request, useRequest } from '../services/request.ts';

/** Folders and template links of the sidebar. */
export const menuQueries = {
  list: (request: Request, instanceId: number) =>
    queryOptions({
      queryKey: [...queryKeys.instance.menu(instanceId), 'list'],
      queryFn: ({ signal }) => request(menu.list, { params: { instanceId } }, signal),
      enabled: instanceId > 0,
      // Requested before access is known: a forbidden page shows that itself.
      meta: { title: 'Templates menu', quiet: isRefusal, kept: 'everywhere' },
    }),
};

/** Changes of a menu, and the version that they are based on. */
export type SaveMenu = Input<typeof menu.save>['body'];

/** The server's current menu, from the answer to a save that conflicts with it. */
export const currentMenuOf = (error: unknown): Output<typeof menu.list> | undefined =>
  error instanceof HttpError && errorDetail(error, 'menu') !== undefined
    ? (error.body.details as Output<typeof menu.list>)
    : undefined;

/** Saves changes of the menu; the dialog shows failures itself. */
export function useSaveMenu(instanceId: number) {
  const request = useRequest();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: SaveMenu) => request(menu.save, { params: { instanceId }, body }),
    onError: (error) => {
      const current = currentMenuOf(error);
      if (current) queries.setQueryData(menuQueries.list(request, instanceId).queryKey, current);
    },
    meta: {
      of: 'saveMenu',
      success: 'Navigation updated',
      done: () => ({ type: 'saved', what: 'navigation', instanceId, count: 1 }),
      invalidates: [
        queryKeys.instance.menu(instanceId),
        queryKeys.instance.sync(instanceId),
        queryKeys.instance.history(instanceId, 'list'),
      ],
    },
  });
}
