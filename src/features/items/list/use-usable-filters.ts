import { checkFilterDraft } from '@quartermaster/contract/rules/filter.ts';
import { useCallback, useMemo } from 'react';
import type { FilterableField } from './item-columns.tsx';
import type { ChangeFilters, ListFilter } from './list-state.ts';

interface ListFilters {
  /** As the address has them. */
  filters: ListFilter[];
  setFilters: ChangeFilters;
}

/**
 * The filters of a list that its template still knows, and the way to change them.
 * @param fields - undefined until the template is there: nobody knows before whether a filter still makes sense.
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
