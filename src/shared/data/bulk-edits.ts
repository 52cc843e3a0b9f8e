import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import type { Filter } from '@quartermaster/contract/field-types/filters.ts';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../http/query-keys.ts';
import type { Request } from '../services/request.ts';

/** The items that edits of many items are about. */
export const bulkEditQueries = {
  /** The exact number of items that match. */
  count: (
    request: Request,
    instanceId: number,
    templateId: string,
    { filters, search }: { filters: Filter[]; search?: string | undefined },
  ) =>
    queryOptions({
      queryKey: [...queryKeys.instance.items(instanceId), 'count', templateId, filters, search],
      queryFn: async ({ signal }) => {
        const body = { template_id: templateId, filters, ...(search && { search }) };
        return (await request(bulkEdits.count, { params: { instanceId }, body }, signal)).count;
      },
      // Without it, all that match cannot be selected at once, and the page still can.
      meta: { title: 'Items', quiet: true },
    }),
};
