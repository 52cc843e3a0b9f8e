import { type ReactNode, useId } from 'react';
import table from '../data-table.module.css';
import type { TableColumn } from '../table-column.ts';
import { TableHeadCell } from '../table-head.tsx';
import type { Place, TableGroup } from './group-layout.ts';
import { GroupedRow } from './grouped-row.tsx';
import classes from './grouped-table.module.css';
import type { RowState } from './row-state.ts';

/** Props of the controls in the header of a group. */
export interface GroupHeaderState extends Pick<RowState, 'target' | 'focus'> {
  /** The id of the element that names the group. */
  titleId: string;
}

interface GroupViewProps<Row> {
  /** Its index in the table. */
  at: number;
  group: TableGroup<Row>;
  columns: readonly TableColumn<Row, RowState>[];
  /** Undefined for a share of what others leave. */
  widths: readonly (number | undefined)[];
  /** In pixels. */
  height: number;
  rowHeight: number;
  /** The rows in view; the end is exclusive. */
  start: number;
  end: number;
  /** The row with the focus, `null` for the header; undefined if it is elsewhere. */
  active: number | null | undefined;
  addressOf: (row: Row) => string;
  isOpen: (row: Row) => boolean;
  /** Undefined in a table without selection. */
  isSelected: ((row: Row) => boolean) | undefined;
  /** The accessible name of the group's rows. */
  label: string;
  header: (state: GroupHeaderState) => ReactNode;
  onPick: (position: Place, isRange: boolean) => void;
  onActive: (position: Place) => void;
  /** Shown in place of rows if there are none. */
  note: ReactNode;
}

/** A group of a {@link GroupedTable}: its header, and a table of the rows in view. */
export function GroupView<Row>(props: GroupViewProps<Row>) {
  const { at, group, columns, widths, height, rowHeight, start, end, active, addressOf, isOpen, isSelected } = props;
  const { label, header, onPick, onActive, note } = props;
  const titleId = useId();
  const { rows, total } = group;
  const focus = { tabIndex: -1, onFocus: () => onActive({ group: at, row: null }) } as const;
  const target = { ...focus, tabIndex: active === null ? 0 : -1, 'data-place': `${at}/` } as const;

  return (
    <section className={classes.group} style={{ height }} aria-labelledby={titleId}>
      <header className={classes.header}>{header({ titleId, focus, target })}</header>
      {total === 0 ? (
        <p className={classes.note}>{note}</p>
      ) : (
        <table className={table.table} aria-label={label} aria-rowcount={total + 1}>
          <thead>
            <tr aria-rowindex={1}>
              {columns.map((column, index) => (
                <TableHeadCell key={column.id} column={column} index={index} width={widths[index]} />
              ))}
              <td className={table.rest} style={{ width: widths.includes(undefined) ? 0 : undefined }} aria-hidden />
            </tr>
          </thead>
          <tbody>
            {/* The focused row stays rendered when it is scrolled out of view; otherwise the focus would be lost. */}
            {renderedRows(start, end, active ?? null, total).map((rendered) => {
              if ('gap' in rendered) {
                const { gap, before } = rendered;
                return <tr key={`gap ${before}`} aria-hidden style={{ height: gap * rowHeight }} />;
              }
              const row = rows[rendered.index];
              return (
                <GroupedRow
                  key={rendered.index}
                  group={at}
                  index={rendered.index}
                  groupKey={group.key}
                  row={row}
                  columns={columns}
                  address={row === undefined ? '' : addressOf(row)}
                  isActive={active === rendered.index}
                  isOpen={row !== undefined && isOpen(row)}
                  isSelected={isSelected && row !== undefined && isSelected(row)}
                  onPick={onPick}
                  onActive={onActive}
                />
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
}

type Rendered = { index: number } | { gap: number; before: number };

/** The rows to render, and how many are omitted between them. */
function renderedRows(start: number, end: number, active: number | null, total: number): Rendered[] {
  const indexes = Array.from({ length: end - start }, (_, index) => start + index);
  if (active !== null && active < start) indexes.unshift(active);
  if (active !== null && active >= end && active < total) indexes.push(active);
  const rendered: Rendered[] = [];
  let next = 0;
  for (const index of indexes) {
    if (index > next) rendered.push({ gap: index - next, before: next });
    rendered.push({ index });
    next = index + 1;
  }
  if (next < total) rendered.push({ gap: total - next, before: next });
  return rendered;
}
