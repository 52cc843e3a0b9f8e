import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { queryOptions } from '@tanstack/react-query';
import { isRefusal } from '../http/http-error.ts';
import { queryKeys } from '../http/query-keys.ts';
import type { Request } from '../services/request.ts';

/** Folders and template links of the sidebar. */
export const menuQueries = {
  list: (request: Request, instanceId: number) =>
    queryOptions({
      queryKey: [...queryKeys.instance.menu(instanceId), 'list'],
      queryFn: ({ signal }) => request(menu.list, { params: { instanceId } }, signal),
      enabled: instanceId > 0,
      // Requested before access is known: a forbidden page shows that itself.
      meta: { title: 'Templates menu', quiet: isRefusal, stored: 'everywhere' },
    }),
};
