import { itemQueries } from '../../shared/data/items.ts';
import { templateQueries } from '../../shared/data/templates.ts';
import type { Prefetch } from '../../shared/services/prefetch.ts';
import { firstPageQuery } from './list/first-page-query.ts';

/** Prefetches the template and the first page of a list. */
export const prefetchItemsList: Prefetch = ({ request, queries, params, search }) => {
  const instanceId = Number(params.instanceId);
  const { templateId } = params;
  if (!(instanceId > 0) || !templateId) return;
  void queries.prefetchQuery(templateQueries.get(request, instanceId, templateId));
  const wanted = firstPageQuery(instanceId, templateId, search);
  void queries.prefetchQuery(itemQueries.list(request, instanceId, templateId, wanted));
};

/** Prefetches the template of an item's form, and the item unless it is new. */
export const prefetchItemForm: Prefetch = ({ request, queries, params }) => {
  const instanceId = Number(params.instanceId);
  const id = Number(params.id);
  const { templateId } = params;
  if (!(instanceId > 0) || !templateId) return;
  void queries.prefetchQuery(templateQueries.get(request, instanceId, templateId));
  if (id > 0) void queries.prefetchQuery(itemQueries.get(request, instanceId, templateId, id));
};
