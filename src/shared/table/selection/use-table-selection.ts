import { atom, useAtomValue } from 'jotai';
import { type KeyboardEvent, type RefObject, useMemo, useState } from 'react';
import { useStableCallback } from '../../ui/hooks/use-stable-callback.ts';
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
  viewport: RefObject<HTMLElement | null>;
}

/** The handlers of the checkboxes of all rows; they stay the same in every render. */
export interface RowHandlers {
  pick: (id: string, isRange: boolean) => void;
  activate: (id: string) => void;
}

const nothing = atom(noRows);
const noIds: readonly string[] = [];

/** The selection of a table's rows by pointer and keyboard. Tab enters their checkboxes at one row; arrow keys move from there. */
export function useTableSelection<Row>({ selection, rows, rowId, viewport }: Options<Row>) {
  const selected = useAtomValue(selection?.state ?? nothing);
  const isOn = selection !== undefined;
  const ids = useMemo(() => (isOn ? rows.map(rowId) : noIds), [isOn, rows, rowId]);
  const [last, setLast] = useState<string>();
  const active = last !== undefined && ids.includes(last) ? last : ids[0];
  const range = useRangeSelection<string>({
    between: (from, to) => {
      const [start, end] = [ids.indexOf(from), ids.indexOf(to)];
      return start === -1 ? [to] : ids.slice(Math.min(start, end), Math.max(start, end) + 1);
    },
    isSelected: (id) => isRowSelected(selected, id),
    select: selection?.select,
  });
  const pick = useStableCallback((id: string, isRange: boolean) => {
    range.pick(id, isRange);
    setLast(id);
  });
  const handlers = useMemo((): RowHandlers => ({ pick, activate: setLast }), [pick]);

  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof Element)) return;
    const place = Number(event.target.closest('tr')?.querySelector('[data-place]')?.getAttribute('data-place') ?? -1);
    const id = ids[place];
    if (id === undefined) return;
    const isBox = event.target.matches('[data-place]');
    // The keys of a control in the row are its own.
    if (event.key === ' ' && !isBox && !event.target.closest('button, input, select, textarea')) {
      event.preventDefault();
      pick(id, event.shiftKey);
    }
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined || !isBox) return;
    event.preventDefault();
    const next = ids[place + by];
    if (next === undefined) return;
    range.follow(id, next, event.shiftKey);
    viewport.current?.querySelector<HTMLElement>(`[data-place="${place + by}"]`)?.focus();
  };

  const onPage = ids.filter((id) => isRowSelected(selected, id)).length;
  const toggle = useStableCallback(() => selection?.select(ids, onPage < ids.length));
  const page = useMemo((): PageState => ({ rows: ids.length, selected: onPage, toggle }), [ids.length, onPage, toggle]);
  return {
    handlers: isOn ? handlers : undefined,
    onKeyDown: isOn ? press : undefined,
    page,
    /** The state of the row at an index of the page. */
    stateOf: (place: number) => {
      const id = ids[place];
      return id === undefined ? undefined : { isSelected: isRowSelected(selected, id), isActive: id === active };
    },
  };
}
