import type { ItemsPageQuery } from '../../../shared/data/items-page.ts';
import { parseState } from '../../../shared/table/list/list-state.ts';
import { defaultSize, rememberedFilters } from './list-memory.ts';
import { itemsFormat, toPageQuery } from './list-state.ts';

/** The first request of a list: with the filters of the URL or of the last visit. */
export function firstPageQuery(instanceId: number, templateId: string, search: URLSearchParams): ItemsPageQuery {
  const { query, place } = parseState(itemsFormat, search, defaultSize(instanceId, templateId));
  const filters = search.size > 0 ? query.filters : rememberedFilters(instanceId, templateId);
  return toPageQuery({ query: { ...query, filters }, place });
}
