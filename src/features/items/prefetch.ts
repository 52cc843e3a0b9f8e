import { itemQueries } from '../../shared/data/items.ts';
import { templateQueries } from '../../shared/data/templates.ts';
import type { Prefetch } from '../../shared/services/prefetch.ts';
import { rememberedSize } from '../../shared/table/page-sizes.ts';
import { rememberedFilters } from './list/list-memory.ts';
import { parseListState, toWanted } from './list/list-state.ts';

/** Starts the template and the first page of a list, as its address or the last visit asks for it. */
export const prefetchItemsList: Prefetch = ({ request, queries, params, search }) => {
  const instanceId = Number(params.instanceId);
  const { templateId } = params;
  if (!(instanceId > 0) || !templateId) return;
  const state = parseListState(search, rememberedSize());
  const filters = search.size > 0 ? state.filters : rememberedFilters(instanceId, templateId);
  void queries.prefetchQuery(templateQueries.get(request, instanceId, templateId));
  void queries.prefetchQuery(itemQueries.list(request, instanceId, templateId, toWanted({ ...state, filters })));
};

/** Starts the template of an item's form, and the item where it exists already. */
export const prefetchItemForm: Prefetch = ({ request, queries, params }) => {
  const instanceId = Number(params.instanceId);
  const id = Number(params.id);
  const { templateId } = params;
  if (!(instanceId > 0) || !templateId) return;
  void queries.prefetchQuery(templateQueries.get(request, instanceId, templateId));
  if (id > 0) void queries.prefetchQuery(itemQueries.get(request, instanceId, templateId, id));
};
