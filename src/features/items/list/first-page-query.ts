import type { View } from '@quartermaster/contract/endpoints/views.ts';
import type { ItemsPageQuery } from '../../../shared/data/items-page.ts';
import { parseState } from '../../../shared/table/list/list-state.ts';
import { defaultSize, rememberedFilters, rememberedFirst, rememberedKnownView } from './list-memory.ts';
import { createItemsFormat, toPageQuery, viewIn } from './list-state.ts';
import { type KnownView, queryOfView } from './view-list.ts';

/**
 * The first request of a list: of the view or with the filters of the URL; else of the template's first view, or with the filters of the last
 * visit. Undefined while the view is not known.
 * @param views - undefined until they are loaded; then those of the last visit count
 */
export function firstPageQuery(
  instanceId: number,
  templateId: string,
  search: URLSearchParams,
  views?: readonly View[],
): ItemsPageQuery | undefined {
  const isBare = search.size === 0;
  const first = views ? views.find(({ is_first }) => is_first) : rememberedFirst(instanceId, templateId);
  const id = isBare ? first?.id : viewIn(search);
  const view: KnownView | undefined = views
    ? views.find((known) => known.id === id)
    : rememberedKnownView(instanceId, templateId, id);
  if (typeof id === 'number' && !view && !views) return undefined;
  const ofView = view && queryOfView(view);
  const format = createItemsFormat(() => ofView);
  const opening = ofView ?? { filters: rememberedFilters(instanceId, templateId) };
  const query = isBare ? { ...format.parse(search), ...opening } : format.parse(search);
  const size = defaultSize({ instanceId, templateId, view }, query.layout);
  return toPageQuery({ query, position: parseState(format, search, size).position });
}
