import { itemQueries } from '../../shared/data/items.ts';
import { templateQueries } from '../../shared/data/templates.ts';
import { type Prefetch, prefetchInto } from '../../shared/services/prefetch.ts';
import { firstPageQuery } from './list/first-page-query.ts';

/** Prefetches the template and the first page of a list. */
export const prefetchItemsList: Prefetch = async ({ request, queries, params, search }) => {
  const instanceId = Number(params.instanceId);
  const { templateId } = params;
  if (!(instanceId > 0) || !templateId) return;
  const wanted = firstPageQuery(instanceId, templateId, search);
  await Promise.all([
    prefetchInto(queries, templateQueries.get(request, instanceId, templateId)),
    prefetchInto(queries, itemQueries.list(request, instanceId, templateId, wanted)),
  ]);
};

/** Prefetches the template of an item's form, and the item unless it is new. */
export const prefetchItemForm: Prefetch = async ({ request, queries, params }) => {
  const instanceId = Number(params.instanceId);
  const id = Number(params.id);
  const { templateId } = params;
  if (!(instanceId > 0) || !templateId) return;
  await Promise.all([
    prefetchInto(queries, templateQueries.get(request, instanceId, templateId)),
    id > 0 && prefetchInto(queries, itemQueries.get(request, instanceId, templateId, id)),
  ]);
};
