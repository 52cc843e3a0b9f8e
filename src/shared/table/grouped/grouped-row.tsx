import { memo } from 'react';
import type { PinnedColumns } from '../columns/pinned-columns.ts';
import table from '../data-table.module.css';
import type { TableColumn } from '../table-column.ts';
import { RowCells } from '../table-row.tsx';
import type { Place } from './group-layout.ts';
import classes from './grouped-table.module.css';
import type { RowState } from './row-state.ts';

const nonePinned: PinnedColumns = { count: 0, width: 0, first: 0, offsets: [] };

interface GroupedRowProps<Row> {
  group: number;
  index: number;
  groupKey: string;
  /** Undefined until it is loaded. */
  row: Row | undefined;
  columns: readonly TableColumn<Row, RowState>[];
  /** The URL that opens the row. */
  address: string;
  isActive: boolean;
  isOpen: boolean;
  /** Undefined in a table without selection. */
  isSelected: boolean | undefined;
  onPick: (position: Place, isRange: boolean) => void;
  onActive: (position: Place) => void;
}

function View<Row>(props: GroupedRowProps<Row>) {
  const { group, index, groupKey, row, columns, address, isActive, isOpen, isSelected, onPick, onActive } = props;
  const focus = { tabIndex: -1, onFocus: () => onActive({ group, row: index }) } as const;
  const target = { ...focus, tabIndex: isActive ? 0 : -1, 'data-place': `${group}/${index}` } as const;
  if (row === undefined) {
    return (
      <tr className={table.row} aria-rowindex={index + 2}>
        <td className={table.cell} colSpan={columns.length} aria-label="Loading">
          <span className={classes.bar} {...target} />
        </td>
      </tr>
    );
  }
  return (
    <tr
      className={table.row}
      aria-rowindex={index + 2}
      data-selected={isSelected || undefined}
      data-open={isOpen || undefined}
    >
      <RowCells
        row={row}
        state={{
          address,
          groupKey,
          isOpen,
          isSelected,
          target,
          focus,
          onPick: (isRange) => onPick({ group, row: index }, isRange),
        }}
        columns={columns}
        pinned={nonePinned}
        columnWindow={{ start: 0, end: columns.length, before: 0, after: 0 }}
      />
    </tr>
  );
}

/** A row of a group; memoized, so that scrolling renders only the rows that come into view. */
export const GroupedRow = memo(View) as typeof View;
