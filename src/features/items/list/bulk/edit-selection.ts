import type { Selection } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import type { ItemsPageQuery } from '../../../../shared/data/items-page.ts';
import type { RowSelection } from '../../../../shared/table/selection/row-selection.ts';

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
