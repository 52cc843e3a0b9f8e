import type { ItemsPageQuery } from '../../../shared/data/items-page.ts';
import { defaultSize, rememberedFilters } from './list-memory.ts';
import { parseListState, toPageQuery } from './list-state.ts';

/** The first request of a list: with the filters of the URL or of the last visit. */
export function firstPageQuery(instanceId: number, templateId: string, search: URLSearchParams): ItemsPageQuery {
  const state = parseListState(search, defaultSize(instanceId, templateId));
  const filters = search.size > 0 ? state.filters : rememberedFilters(instanceId, templateId);
  return toPageQuery({ ...state, filters });
}
