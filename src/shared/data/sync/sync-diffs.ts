import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../http/query-keys.ts';
import type { Request } from '../../services/request.ts';

/** Changes field by field: those of a sync out of the instance now (`null`), or those of a past sync. */
export function syncDiffQueries(request: Request, instanceId: number, syncId: number | null) {
  const past = syncId === null ? null : { instanceId, syncId };
  const keyOf = (...of: unknown[]) => [...queryKeys.instance.sync(instanceId, 'diff'), syncId, ...of];
  // A past sync never changes.
  const shared = { staleTime: past ? Number.POSITIVE_INFINITY : 0, meta: { title: 'Change', quiet: true } };
  return {
    item: (templateId: string, itemId: number) =>
      queryOptions({
        queryKey: keyOf('item', templateId, itemId),
        queryFn: ({ signal }) =>
          past
            ? request(sync.getSyncedItem, { params: { ...past, templateId, itemId } }, signal)
            : request(sync.getItem, { params: { instanceId, templateId, itemId } }, signal),
        ...shared,
      }),
    template: (templateId: string) =>
      queryOptions({
        queryKey: keyOf('template', templateId),
        queryFn: ({ signal }) =>
          past
            ? request(sync.getSyncedTemplate, { params: { ...past, templateId } }, signal)
            : request(sync.getTemplate, { params: { instanceId, templateId } }, signal),
        ...shared,
      }),
    menu: () =>
      queryOptions({
        queryKey: keyOf('menu'),
        queryFn: ({ signal }) =>
          past
            ? request(sync.getSyncedMenu, { params: past }, signal)
            : request(sync.getMenu, { params: { instanceId } }, signal),
        ...shared,
      }),
  };
}
