import type { ItemRow } from '@quartermaster/contract/endpoints/items.ts';
import { PageBox } from '../../../../shared/table/selection/page-box.tsx';
import type { SelectState } from '../../../../shared/table/selection/select-state.ts';
import { selectionColumn } from '../../../../shared/table/selection/selection-column.tsx';
import type { TableColumn } from '../../../../shared/table/table-column.ts';

/** The checkboxes of a list of items. */
export const itemSelectionColumn: TableColumn<ItemRow, SelectState> = {
  ...selectionColumn(({ id, internal_label }: ItemRow) => `Select ${internal_label} #${id}`),
  head: <PageBox />,
  pinned: true,
};

/** Their place while it is not known whether the user may edit items. */
export const pendingSelectionColumn: TableColumn<ItemRow> = {
  ...itemSelectionColumn,
  head: ' ',
  cell: () => null,
  cellProps: () => undefined,
};
