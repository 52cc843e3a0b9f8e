import type { RowData } from '@tanstack/react-table';
import { type CSSProperties, Fragment, type KeyboardEvent, type ReactNode, useMemo, useRef } from 'react';
import { useStableCallback } from '../../ui/hooks/use-stable-callback.ts';
import { trackSidewaysScroll } from '../columns/pinned-columns.ts';
import table from '../data-table.module.css';
import { rowHeightOf, touchHeight } from '../fitting-rows.ts';
import { rowsPerPage } from '../keys/reveal-cell.ts';
import { useTableModel } from '../model/use-table-model.ts';
import { useRangeSelection } from '../selection/use-range-selection.ts';
import type { TableColumn } from '../table-column.ts';
import { useViewportSize } from '../use-viewport-size.ts';
import { useWindow } from '../use-window.ts';
import { virtual } from '../virtual.ts';
import { besideIn, nextPlace } from './group-keys.ts';
import { type GroupLayout, layoutOf, type Place, placesBetween, type TableGroup } from './group-layout.ts';
import { type GroupHeaderState, GroupView } from './group-view.tsx';
import classes from './grouped-table.module.css';
import type { RowState } from './row-state.ts';
import { useActiveRow } from './use-active-row.ts';
import { useMissingRows } from './use-missing-rows.ts';

/** What is selected in a {@link GroupedTable}, and how it changes. */
export interface GroupedSelection<Row, Group extends TableGroup<Row>> {
  isSelected: (group: Group, row: Row) => boolean;
  select: (places: readonly Place[], isOn: boolean) => void;
}

/** Props of {@link GroupedTable}. */
export interface GroupedTableProps<Row, Group extends TableGroup<Row>> {
  /** Describes the table for screen readers. */
  label: string;
  groups: readonly Group[];
  columns: readonly TableColumn<Row, RowState>[];
  rowId: (row: Row) => string;
  /** Undefined for a table without selection. */
  selection: GroupedSelection<Row, Group> | undefined;
  /** The accessible name of a group's rows. */
  labelOf: (group: Group) => string;
  header: (group: Group, state: GroupHeaderState) => ReactNode;
  /** Shown in a group without rows. */
  note: (group: Group) => ReactNode;
  /** The URL that opens a row. */
  addressOf: (group: Group, row: Row) => string;
  isOpen: (group: Group, row: Row) => boolean;
  /** Called after a key has moved the focus: to a row, to one that is not loaded, or to the header of a group (`null`). */
  onMove: (group: Group, row: Row | null | undefined) => void;
  /** Loads more rows of a group; called again while rows in view are not loaded. */
  onMissing: (group: Group) => void;
}

const none: readonly never[] = [];
const noWidths = {};
const ignoreSize = () => undefined;

/**
 * Rows in groups, each with a sticky header: the columns, cells and widths of all lists, virtualized over all groups, with selection by mouse
 * and keyboard. Rows are loaded as they come into view.
 */
export function GroupedTable<Row extends RowData, Group extends TableGroup<Row>>(props: GroupedTableProps<Row, Group>) {
  const { label, groups, columns: declared, rowId, selection, labelOf, header, note } = props;
  const { addressOf, isOpen, onMove, onMissing } = props;
  const viewport = useRef<HTMLDivElement>(null);
  const { width: viewportWidth } = useViewportSize(viewport, ignoreSize);
  const rows = groups.find((group) => group.rows.length > 0)?.rows;
  const { columns, widths, rowHeight } = useColumns({ columns: declared, rows, rowId, viewportWidth });
  const layout = useMemo(() => layoutOf(groups, rowHeight), [groups, rowHeight]);
  const visible = useWindow({
    count: layout.lines,
    renderAllUpTo: 80,
    size: (line) => layout.lineHeight(layout.lineAt(line).kind),
    // A new function if the heights have changed.
    itemKey: useMemo(() => (line: number) => (layout ? line : -1), [layout]),
    viewport,
    covered: 0,
    virtual,
  });
  const rowAt = (position: Place) => findRow(groups, position);
  const { active, setActive, focus } = useActiveRow({ viewport, layout, isLoaded: (position) => !!rowAt(position) });

  const rendered = renderedGroups(layout, visible, Math.min(active.group, groups.length - 1));
  useMissingRows({ groups, rendered, layout, end: visible.end, active, onMissing });

  const range = useGroupRange(groups, layout, selection);
  const pick = useStableCallback((position: Place, isRange: boolean) => {
    range.pick(position, isRange);
    setActive(position);
  });
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof Element)) return;
    const beside = besideIn(event.key, event.target);
    if (beside) {
      event.preventDefault();
      beside.focus();
      return;
    }
    const next = nextPlace(event.key, active, groups, rowsPerPage(viewport.current?.clientHeight ?? 0, rowHeight));
    if (!next) return;
    event.preventDefault();
    range.follow(active, next, event.shiftKey);
    focus(next);
    const group = groups[next.group];
    if (group) onMove(group, next.row === null ? null : rowAt(next));
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a region, as it scrolls
    <div
      ref={viewport}
      className={`${table.viewport} ${classes.viewport}`}
      role="region"
      aria-label={label}
      tabIndex={-1}
      style={{ '--qm-row': `${rowHeight}px` } as CSSProperties}
      onScroll={trackSidewaysScroll}
      onKeyDown={press}
    >
      {rendered.map((at, index) => {
        const group = groups[at];
        if (!group) return null;
        const start = layout.lineOf(at, 0);
        return (
          <Fragment key={group.key}>
            <Gap height={layout.gapBetween((rendered[index - 1] ?? -1) + 1, at)} />
            <GroupView
              at={at}
              group={group}
              columns={columns}
              widths={widths}
              height={layout.heightOf(at)}
              rowHeight={rowHeight}
              start={Math.max(0, Math.min(group.total, visible.start - start))}
              end={Math.max(0, Math.min(group.total, visible.end - start))}
              active={active.group === at ? active.row : undefined}
              addressOf={(row) => addressOf(group, row)}
              isOpen={(row) => isOpen(group, row)}
              isSelected={selection && ((row) => selection.isSelected(group, row))}
              label={labelOf(group)}
              header={(state) => header(group, state)}
              onPick={pick}
              onActive={setActive}
              note={group.total === 0 ? note(group) : null}
            />
          </Fragment>
        );
      })}
      <Gap height={layout.gapBetween((rendered.at(-1) ?? -1) + 1, groups.length)} />
    </div>
  );
}

/** The columns and the height of rows: a narrow table has two lines a row, and widths that are known before it is measured. */
function useColumns<Row extends RowData, State>(
  input: Pick<Parameters<typeof useTableModel<Row, State>>[0], 'columns' | 'rows' | 'rowId' | 'viewportWidth'>,
) {
  const { columns, widths, isNarrow } = useTableModel({ ...input, hidden: none, order: none, widths: noWidths });
  if (!isNarrow) return { columns, widths, rowHeight: rowHeightOf(undefined) };
  const known = columns.map(({ grows, narrowWidth, width }) => (grows ? undefined : (narrowWidth ?? width)));
  return { columns, widths: known, rowHeight: touchHeight };
}

const Gap = ({ height }: { height: number }) => (height > 0 ? <div aria-hidden style={{ height }} /> : null);

const findRow = <Row,>(groups: readonly TableGroup<Row>[], { group, row }: Place): Row | undefined =>
  row === null ? undefined : groups[group]?.rows[row];

/** Selects rows, and ranges of them over several groups. */
const useGroupRange = <Row, Group extends TableGroup<Row>>(
  groups: readonly Group[],
  layout: GroupLayout,
  selection: GroupedSelection<Row, Group> | undefined,
) =>
  useRangeSelection<Place>({
    between: (from, to) => placesBetween(layout, from, to),
    isSelected: (position) => {
      const group = groups[position.group];
      const row = findRow(groups, position);
      return group !== undefined && row !== undefined && selection?.isSelected(group, row) === true;
    },
    select: selection?.select,
  });

/** The groups to render: those in view, and the active one, as the focus would be lost if its row were not rendered. */
function renderedGroups(layout: GroupLayout, { start, end }: { start: number; end: number }, active: number): number[] {
  const first = layout.lines > 0 ? layout.lineAt(start).group : 0;
  const last = layout.lines > 0 ? layout.lineAt(Math.max(0, end - 1)).group : -1;
  const rendered = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  if (active >= 0 && active < first) rendered.unshift(active);
  if (active > last) rendered.push(active);
  return rendered;
}
