import type { TableColumn } from '../table-column.ts';
import { SelectBox } from './select-box.tsx';
import type { SelectState } from './select-state.ts';
import classes from './selection.module.css';

/** The column with the checkboxes of a table; `labelOf` names a checkbox for screen readers. */
export const selectionColumn = <Row,>(labelOf: (row: Row) => string): TableColumn<Row, SelectState> => ({
  id: 'selected',
  header: 'Selected',
  isHeaderHidden: true,
  isRowHeader: false,
  width: 40,
  hideable: false,
  cell: (row, { isSelected = false, target, onPick }) => (
    <SelectBox label={labelOf(row)} checked={isSelected} {...target} onPick={onPick} />
  ),
  // The whole cell selects: the checkbox alone is a small target.
  cellProps: (_, { onPick }) => ({
    className: classes.pick,
    onClick: ({ target, currentTarget, shiftKey }) => {
      if (target !== currentTarget) return;
      currentTarget.querySelector('input')?.focus();
      onPick(shiftKey);
    },
  }),
});
