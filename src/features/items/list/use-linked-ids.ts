import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { useMemo } from 'react';
import type { ItemsPage } from '../../../shared/data/items-page.ts';
import { LinkedIds } from '../../../shared/links/linked-ids.ts';
import type { FilterableField, ListedField } from './item-columns.tsx';
import type { ListFilter } from './list-state.ts';

interface LinkedIdsOptions {
  fields: readonly ListedField[];
  hidden: readonly string[];
  /** The id of the field that the list is grouped by. */
  group: string | undefined;
  rows: ItemsPage['rows'] | undefined;
  filterable: readonly FilterableField[];
  filters: readonly ListFilter[];
}

/** The items that the visible columns and the filters link to, by template: their labels are fetched together. */
export function useLinkedIds({ fields, hidden, group, rows, filterable, filters }: LinkedIdsOptions) {
  return useMemo(() => {
    const found = new LinkedIds();
    for (const { id, settings } of fields) {
      // The picture is next to the label even if its column is hidden, and groups have headings.
      if (settings.picture || id === group || !hidden.includes(id))
        for (const row of rows ?? []) found.add(settings, row.values[id]);
    }
    for (const { id, settings } of filterable) {
      for (const { fieldId, value } of filters) {
        if (fieldId !== id || !settings) continue;
        const sought = fieldTypeOf(settings.type).filter.sought(value, settings);
        if (sought && 'link' in sought) found.add(settings, sought.link);
      }
    }
    return found.lists();
  }, [fields, filterable, rows, hidden, group, filters]);
}
