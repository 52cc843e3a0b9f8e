import type { TableColumn } from '../table-column.ts';
import type { RowState } from './row-state.ts';
import { SelectBox } from './select-box.tsx';

/** The column with the checkboxes of a {@link GroupedTable}; `labelOf` names a checkbox for screen readers. */
export const selectionColumn = <Row,>(labelOf: (row: Row) => string): TableColumn<Row, RowState> => ({
  id: 'selected',
  header: 'Selected',
  isHeaderHidden: true,
  width: 40,
  cell: (row, { isSelected = false, target, onPick }) => (
    <SelectBox label={labelOf(row)} checked={isSelected} {...target} onPick={onPick} />
  ),
});
