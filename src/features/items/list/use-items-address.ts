import { useEffect } from 'react';
import { type Density, useFittingRows } from '../../../shared/table/fitting-rows.ts';
import { useListState } from '../../../shared/table/list/use-list-state.ts';
import type { TableSort } from '../../../shared/table/table-column.ts';
import { useStableCallback } from '../../../shared/ui/hooks/use-stable-callback.ts';
import {
  defaultSize,
  fittingIn,
  rememberedPage,
  rememberedSize,
  rememberFilters,
  rememberSize,
} from './list-memory.ts';
import type { ChangeFilters, ItemsQuery } from './list-state.ts';
import type { AddressedView } from './views/use-addressed-view.ts';

type Opened = Pick<AddressedView, 'view' | 'format' | 'openingQuery' | 'isUndecided'>;

/** The state of a list of items in its URL; without parameters it opens with the first view, or the stored filters. */
export function useItemsAddress(instanceId: number, templateId: string, opened: Opened, density: Density) {
  const [fitting, onHeight] = useFittingRows(density);
  const { view, format, openingQuery, isUndecided } = opened;
  const stored = { instanceId, templateId, view };
  const { query, position, setQuery, adjustQuery, setSize, ...list } = useListState({
    format,
    defaultSize: ({ layout }) => defaultSize(stored, layout, fitting),
    openingPage: () => rememberedPage(instanceId, templateId),
    openingQuery,
    isUndecided,
  });
  const { filters, search: searched } = query;
  const fits = fittingIn(query.layout, fitting);
  const isOwn = typeof query.view !== 'number';
  useEffect(() => {
    if (isOwn) rememberFilters(instanceId, templateId, filters);
  }, [instanceId, templateId, filters, isOwn]);
  // A stable function, so that the filters do not re-render with every page.
  const setFilters: ChangeFilters = useStableCallback((change) =>
    setQuery((before) => ({ ...before, filters: change(before.filters) })),
  );
  const setSearch = useStableCallback((search: string) => setQuery((before) => ({ ...before, search }), true));
  return {
    ...list,
    query,
    position,
    searched,
    size: position.size,
    fit: {
      rows: fits,
      isFitted: rememberedSize(stored) === undefined && (!list.isSizeChosen || position.size === fits),
    },
    onHeight,
    setFilters,
    setSearch,
    setSort: (sort: TableSort | undefined) => setQuery((before) => ({ ...before, sort })),
    /** Undefined for as many rows as fit. */
    setSize: (chosen: number | undefined) => {
      rememberSize(stored, chosen);
      setSize(chosen ?? fits);
    },
    setLayout: useStableCallback((layout: ItemsQuery['layout']) => adjustQuery((before) => ({ ...before, layout }))),
    setChart: useStableCallback((chart: string) => adjustQuery((before) => ({ ...before, chart }))),
    setGroup: useStableCallback((group: string | undefined) => setQuery((before) => ({ ...before, group }))),
    clear: () => setQuery((before) => ({ ...before, search: '', filters: [] })),
  };
}
