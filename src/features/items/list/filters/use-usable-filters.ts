import { checkFilterDraft } from '@quartermaster/contract/rules/filter.ts';
import { useCallback, useMemo } from 'react';
import type { FilterableField } from '../item-columns.tsx';
import type { ChangeFilters, ListFilter } from '../list-state.ts';

interface ListFilters {
  /** The filters of the URL. */
  filters: ListFilter[];
  setFilters: ChangeFilters;
  /** True for the list of a saved view. */
  isView?: boolean;
}

const none: ListFilter[] = [];

/**
 * The filters of a list whose fields still exist in its template, and the function that changes them. The others are dropped with the first
 * change, except in a saved view, where they are returned, too: it may apply to other instances.
 * @param fields - undefined until the template is loaded, as long as it is unknown which filters are valid.
 */
export function useUsableFilters(
  { filters, setFilters, isView = false }: ListFilters,
  fields: readonly FilterableField[] | undefined,
) {
  const isUsable = useCallback(
    (filter: ListFilter) => {
      if (!fields) return true;
      const subject = fields.find(({ id }) => id === filter.fieldId);
      return Object.keys(checkFilterDraft(filter, subject)).length === 0;
    },
    [fields],
  );
  const othersIn = useCallback(
    (all: ListFilter[]) => (isView ? all.filter((filter) => !isUsable(filter)) : none),
    [isView, isUsable],
  );
  const changeFilters = useCallback<ChangeFilters>(
    (change) => setFilters((all) => [...othersIn(all), ...change(all.filter(isUsable))]),
    [setFilters, isUsable, othersIn],
  );
  return {
    filters: useMemo(() => filters.filter(isUsable), [isUsable, filters]),
    others: useMemo(() => othersIn(filters), [othersIn, filters]),
    changeFilters,
  };
}
