import { atom, useAtomValue } from 'jotai';
import { type KeyboardEvent, useMemo } from 'react';
import { useStableCallback } from '../../ui/hooks/use-stable-callback.ts';
import { cellOf, placeOf } from '../keys/table-stops.ts';
import type { PageState } from './page-box.tsx';
import { isRowSelected, noRows } from './row-selection.ts';
import type { ListSelection } from './use-list-selection.ts';
import { useRangeSelection } from './use-range-selection.ts';

interface Options<Row> {
  /** Undefined in a table without selection. */
  selection: ListSelection | undefined;
  /** The rows of the page. */
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** The index of the page's first row in the whole list, from 0. */
  offset: number;
}

/** The handlers of the checkboxes of all rows; they stay the same in every render. */
export interface RowHandlers {
  pick: (id: string, isRange: boolean) => void;
}

const noSelection = atom(noRows);
const noIds: readonly string[] = [];

/** The selection of a table's rows by pointer and keyboard. */
export function useTableSelection<Row>({ selection, rows, rowId, offset }: Options<Row>) {
  const selected = useAtomValue(selection?.state ?? noSelection);
  const isOn = selection !== undefined;
  const ids = useMemo(() => (isOn ? rows.map(rowId) : noIds), [isOn, rows, rowId]);
  const range = useRangeSelection<string>({
    between: (from, to) => {
      const [start, end] = [ids.indexOf(from), ids.indexOf(to)];
      return start === -1 ? [to] : ids.slice(Math.min(start, end), Math.max(start, end) + 1);
    },
    isSelected: (id) => isRowSelected(selected, id),
    select: selection?.select,
  });
  const pick = useStableCallback(range.pick);
  const handlers = useMemo((): RowHandlers => ({ pick }), [pick]);

  const press = (event: KeyboardEvent) => {
    if (event.key !== ' ' || event.altKey || event.ctrlKey || event.metaKey) return;
    const cell = event.target instanceof Element ? cellOf(event.target) : null;
    const id = cell ? ids[placeOf(cell, offset).row - 1] : undefined;
    // The keys of a control in the row are its own, and a deleted row has none.
    const others = 'button, input, select, textarea, [aria-disabled="true"]';
    if (id === undefined || (event.target as Element).closest(others)) return;
    event.preventDefault();
    pick(id, event.shiftKey);
  };
  const follow = (from: number, to: number, isRange: boolean) => {
    const [start, end] = [ids[from], ids[to]];
    if (start !== undefined && end !== undefined) range.follow(start, end, isRange);
  };

  const onPage = ids.filter((id) => isRowSelected(selected, id)).length;
  const toggle = useStableCallback(() => selection?.select(ids, onPage < ids.length));
  const page = useMemo((): PageState => ({ rows: ids.length, selected: onPage, toggle }), [ids.length, onPage, toggle]);
  return {
    handlers: isOn ? handlers : undefined,
    onKeyDown: isOn ? press : undefined,
    /** Follows a move by keyboard between two rows of the page, by their indexes. */
    follow: isOn ? follow : undefined,
    page,
    /** True for a selected row; undefined in a table without selection. */
    isSelected: (index: number) => {
      const id = ids[index];
      return id === undefined ? undefined : isRowSelected(selected, id);
    },
  };
}
