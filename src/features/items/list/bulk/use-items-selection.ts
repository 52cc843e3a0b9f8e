import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import type { ItemRow } from '@quartermaster/contract/endpoints/items.ts';
import { useRefusal } from '../../../../shared/access/use-refusal.ts';
import type { ItemsPageQuery } from '../../../../shared/data/items-page.ts';
import type { SelectState } from '../../../../shared/table/selection/select-state.ts';
import { type ListSelection, useListSelection } from '../../../../shared/table/selection/use-list-selection.ts';
import type { TableColumn } from '../../../../shared/table/table-column.ts';
import { itemSelectionColumn, pendingSelectionColumn } from './item-selection-column.tsx';

/** The selection of a list of items: `null` if the user may not edit them, undefined while that is not known. */
export function useItemsSelection({ filters, search, sort }: ItemsPageQuery): ListSelection | null | undefined {
  const refusal = useRefusal(bulkEdits.apply);
  const selection = useListSelection(JSON.stringify([filters, search, sort]));
  if (refusal === 'unknown') return undefined;
  return refusal === null ? selection : null;
}

/** The columns of a list with the checkboxes before them; their space is reserved while it is not known whether there are any. */
export const withSelection = (
  columns: readonly TableColumn<ItemRow>[],
  selection: ListSelection | null | undefined,
): readonly TableColumn<ItemRow, SelectState>[] =>
  selection === null ? columns : [selection ? itemSelectionColumn : pendingSelectionColumn, ...columns];
