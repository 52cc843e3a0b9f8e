import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { isRefusal } from '../http/http-error.ts';
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
      meta: { title: 'Templates menu', quiet: isRefusal },
    }),
};

/** Changes of a menu, and the version that they are based on. */
export type SaveMenu = Input<typeof menu.save>['body'];

/** Saves changes of the menu; the dialog shows failures itself. */
export function useSaveMenu(instanceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: (body: SaveMenu) => request(menu.save, { params: { instanceId }, body }),
    meta: {
      of: 'saveMenu',
      success: 'Navigation updated',
      done: () => ({ type: 'saved', what: 'navigation', instanceId, count: 1 }),
      invalidates: [queryKeys.instance.menu(instanceId), queryKeys.instance.sync(instanceId)],
    },
  });
}
