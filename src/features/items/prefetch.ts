import { itemQueries } from '../../shared/data/items.ts';
import { templateQueries } from '../../shared/data/templates.ts';
import type { Prefetch } from '../../shared/services/prefetch.ts';
import { defaultSize, rememberedFilters } from './list/list-memory.ts';
import { parseListState, toPageQuery } from './list/list-state.ts';

/** Prefetches the template and the first page of a list, with the filters of the URL or of the last visit. */
export const prefetchItemsList: Prefetch = ({ request, queries, params, search }) => {
  const instanceId = Number(params.instanceId);
  const { templateId } = params;
  if (!(instanceId > 0) || !templateId) return;
  const state = parseListState(search, defaultSize(instanceId, templateId));
  const filters = search.size > 0 ? state.filters : rememberedFilters(instanceId, templateId);
  void queries.prefetchQuery(templateQueries.get(request, instanceId, templateId));
  void queries.prefetchQuery(itemQueries.list(request, instanceId, templateId, toPageQuery({ ...state, filters })));
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
