import { itemQueries } from '../../shared/data/items.ts';
import { templateQueries } from '../../shared/data/templates.ts';
import { viewQueries } from '../../shared/data/views.ts';
import { type Prefetch, prefetchInto } from '../../shared/services/prefetch.ts';
import { firstPageQuery } from './list/first-page-query.ts';

/** Prefetches the template, its views and the first page of a list, unless it is of a view that is not known. */
export const prefetchItemsList: Prefetch = async ({ request, queries, params, search }) => {
  const instanceId = Number(params.instanceId);
  const { templateId } = params;
  if (!(instanceId > 0) || !templateId) return;
  const views = viewQueries.list(request, instanceId, templateId);
  const pageQuery = firstPageQuery(instanceId, templateId, search, queries.getQueryData(views.queryKey));
  await Promise.all([
    prefetchInto(queries, templateQueries.get(request, instanceId, templateId)),
    prefetchInto(queries, views),
    pageQuery && prefetchInto(queries, itemQueries.list(request, instanceId, templateId, pageQuery)),
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
