import { useEffect } from 'react';
import { useFittingRows } from '../../../shared/table/fitting-rows.ts';
import { useListState } from '../../../shared/table/list/use-list-state.ts';
import type { TableSort } from '../../../shared/table/table-column.ts';
import { useStableCallback } from '../../../shared/ui/hooks/use-stable-callback.ts';
import {
  defaultSize,
  rememberedFilters,
  rememberedPage,
  rememberedSize,
  rememberFilters,
  rememberSize,
} from './list-memory.ts';
import { type ChangeFilters, itemsFormat } from './list-state.ts';

/** The state of a list of items in its URL; without parameters it opens with the stored filters. */
export function useItemsAddress(instanceId: number, templateId: string) {
  const [fitting, onHeight] = useFittingRows();
  const { query, place, setQuery, setSize, ...list } = useListState({
    format: itemsFormat,
    defaultSize: () => defaultSize(instanceId, templateId, fitting),
    opening: () => {
      const filters = rememberedFilters(instanceId, templateId);
      return {
        query: filters.length > 0 ? { search: '', filters, sort: undefined } : undefined,
        page: rememberedPage(instanceId, templateId),
      };
    },
  });
  const { filters, search: searched } = query;
  useEffect(() => rememberFilters(instanceId, templateId, filters), [instanceId, templateId, filters]);
  // A stable function, so that the filters do not re-render with every page.
  const setFilters: ChangeFilters = useStableCallback((change) =>
    setQuery((before) => ({ ...before, filters: change(before.filters) })),
  );
  const setSearch = useStableCallback((search: string) => setQuery((before) => ({ ...before, search }), true));
  return {
    ...list,
    query,
    place,
    searched,
    size: place.size,
    fit: {
      rows: fitting,
      isFitted: rememberedSize(instanceId, templateId) === undefined && (!list.isSizeChosen || place.size === fitting),
    },
    onHeight,
    setFilters,
    setSearch,
    setSort: (sort: TableSort | undefined) => setQuery((before) => ({ ...before, sort })),
    /** Undefined for as many rows as fit. */
    setSize: (chosen: number | undefined) => {
      rememberSize(instanceId, templateId, chosen);
      setSize(chosen ?? fitting);
    },
    clear: () => setQuery((before) => ({ ...before, search: '', filters: [] })),
  };
}
