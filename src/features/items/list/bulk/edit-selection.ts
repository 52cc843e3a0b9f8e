import type { Selection } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import type { ItemsPageQuery } from '../../../../shared/data/items-page.ts';
import type { RowSelection } from '../../../../shared/table/selection/row-selection.ts';
import type { WantedItems } from '../export/use-export-items.ts';
import { toExported } from '../list-state.ts';

/** The selected items as the API receives them, and the items excluded from it. */
export function toSelection(
  templateId: string,
  { matching, ids }: RowSelection,
  { filters, search }: Pick<ItemsPageQuery, 'filters' | 'search'>,
): { selection: Selection; excluded: number[] } {
  const chosen = [...ids].map(Number);
  if (matching === null) return { selection: { template_id: templateId, ids: chosen }, excluded: [] };
  return {
    selection: { template_id: templateId, filters, ...(search && { search }), count: matching },
    excluded: chosen,
  };
}

/** The selected items as they are exported: those of the list in its order, or those that were selected in theirs. */
export function toExportedSelection({ matching, ids }: RowSelection, query: ItemsPageQuery): WantedItems {
  const chosen = [...ids].map(Number);
  return matching === null ? { ids: chosen } : { ...toExported(query), excluded: chosen };
}
