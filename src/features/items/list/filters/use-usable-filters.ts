import { checkFilterDraft } from '@quartermaster/contract/rules/filter.ts';
import { useCallback, useMemo } from 'react';
import type { FilterableField } from '../item-columns.tsx';
import type { ChangeFilters, ListFilter } from '../list-state.ts';

interface ListFilters {
  /** The filters of the URL. */
  filters: ListFilter[];
  setFilters: ChangeFilters;
}

/**
 * The filters of a list whose fields still exist in its template, and the function that changes them.
 * @param fields - undefined until the template is loaded, as long as it is unknown which filters are valid.
 */
export function useUsableFilters({ filters, setFilters }: ListFilters, fields: readonly FilterableField[] | undefined) {
  const usable = useCallback(
    (all: ListFilter[]) => {
      if (!fields) return all;
      return all.filter((filter) => {
        const subject = fields.find(({ id }) => id === filter.fieldId);
        return Object.keys(checkFilterDraft(filter, subject)).length === 0;
      });
    },
    [fields],
  );
  const changeFilters = useCallback<ChangeFilters>(
    (change) => setFilters((all) => change(usable(all))),
    [setFilters, usable],
  );
  return { filters: useMemo(() => usable(filters), [usable, filters]), changeFilters };
}
