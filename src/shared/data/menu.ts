import { menu } from '@quartermaster/contract/menu.ts';
import { queryOptions } from '@tanstack/react-query';
import type { Request } from '../http/request.ts';

/** Folders and template links of the sidebar. */
export const menuQueries = {
  list: (request: Request, instanceId: number) =>
    queryOptions({
      queryKey: ['instance', instanceId, 'menu', 'list'],
      queryFn: ({ signal }) => request(menu.list, { params: { instanceId } }, signal),
      enabled: instanceId > 0,
      meta: { title: 'Templates menu' },
    }),
};
