import { foldText } from '@quartermaster/contract/texts.ts';
import type { Step } from './tree-positions.ts';
import type { TreeRow } from './tree-rows.ts';

/** A key press; `isRtl` in a right-to-left tree. */
export interface TreeKey {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  isRtl: boolean;
}

/** The tree's selection and active row. */
export interface TreeState {
  rows: readonly TreeRow[];
  ids: ReadonlySet<string>;
  active: string | undefined;
  /** The start of a range selection. */
  anchor: string | undefined;
}

/** What a key press does. */
export type TreeCommand =
  | { do: 'choose'; ids: readonly string[]; active: string; isRange?: boolean }
  | { do: 'open'; id: string; isOpen: boolean }
  | { do: 'step'; step: Step }
  | { do: 'enter' | 'remove' | 'duplicate' | 'clear' };

const rowsPerPage = 10;

/** Maps a key press to a command; undefined if the tree does not handle the key. */
export function commandOf(pressed: TreeKey, state: TreeState): TreeCommand | undefined {
  const key = mirrored(pressed);
  const isControl = pressed.ctrlKey || pressed.metaKey;
  if (pressed.altKey) return isControl || pressed.shiftKey ? undefined : stepOf(key);
  const { rows, active } = state;
  const at = rows.findIndex(({ id }) => id === active);
  const row = rows[at];
  if (isControl && key === 'a') {
    return row && { do: 'choose', ids: rows.map(({ id }) => id), active: row.id, isRange: true };
  }
  if (isControl && key === 'd') return { do: 'duplicate' };
  const target = targetOf(key, at, rows);
  if (target) return go(state, target, pressed.shiftKey, isControl);
  if (isControl || !row) return undefined;
  if (key === 'ArrowLeft' || key === 'ArrowRight') return sideways(key, at, rows, state);
  if (key === ' ') return toggle(state, row.id);
  if (key === 'Enter') return { do: 'enter' };
  if (key === 'Delete' || key === 'Backspace') return { do: 'remove' };
  return key === 'Escape' ? { do: 'clear' } : undefined;
}

function mirrored({ key, isRtl }: TreeKey): string {
  if (isRtl && key === 'ArrowLeft') return 'ArrowRight';
  if (isRtl && key === 'ArrowRight') return 'ArrowLeft';
  return key.length === 1 ? key.toLowerCase() : key;
}

const steps: Partial<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'out',
  ArrowRight: 'in',
};

function stepOf(key: string): TreeCommand | undefined {
  const step = steps[key];
  return step && { do: 'step', step };
}

const targets: Partial<Record<string, (at: number, count: number) => number>> = {
  ArrowUp: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  Home: () => 0,
  End: (_, count) => count - 1,
  PageUp: (at) => Math.max(0, at - rowsPerPage),
  PageDown: (at, count) => Math.min(count - 1, at + rowsPerPage),
};

const targetOf = (key: string, at: number, rows: readonly TreeRow[]): string | undefined =>
  rows[targets[key]?.(at, rows.length) ?? -1]?.id;

function go({ rows, ids, anchor, active }: TreeState, target: string, isRange: boolean, isAlone: boolean): TreeCommand {
  if (isRange) return { do: 'choose', ids: range(rows, anchor ?? active ?? target, target), active: target, isRange };
  return { do: 'choose', ids: isAlone ? [...ids] : [target], active: target };
}

/** The ids from one row to another, inclusive. */
export function range(rows: readonly TreeRow[], from: string, to: string): string[] {
  const places = [from, to].map((end) => rows.findIndex(({ id }) => id === end)).filter((at) => at >= 0);
  return rows.slice(Math.min(...places), Math.max(...places) + 1).map(({ id }) => id);
}

function toggle({ ids }: TreeState, id: string): TreeCommand {
  const others = [...ids].filter((other) => other !== id);
  return { do: 'choose', ids: ids.has(id) ? others : [...others, id], active: id };
}

/** Right arrow: expands, then moves to the first child; left arrow: collapses, then moves to the parent. */
function sideways(key: string, at: number, rows: readonly TreeRow[], state: TreeState): TreeCommand | undefined {
  const row = rows[at];
  if (!row) return undefined;
  if (key === 'ArrowRight') {
    if (row.hasChildren && !row.isOpen) return { do: 'open', id: row.id, isOpen: true };
    const next = rows[at + 1];
    return row.isOpen && next ? go(state, next.id, false, false) : undefined;
  }
  if (row.isOpen) return { do: 'open', id: row.id, isOpen: false };
  return row.parentId === null ? undefined : go(state, row.parentId, false, false);
}

/** The next row whose text starts with the typed text, searching from the active row and wrapping around. */
export function findRowByText(
  rows: readonly TreeRow[],
  active: string | undefined,
  typed: string,
  textOf: (id: string) => string,
): string | undefined {
  const at = rows.findIndex(({ id }) => id === active);
  // A single letter moves on to the next match; more letters stay on the current row as long as it matches.
  const from = typed.length > 1 ? Math.max(0, at) : at + 1;
  const inOrder = [...rows.slice(from), ...rows.slice(0, from)];
  const start = foldText(typed);
  return inOrder.find(({ id }) => foldText(textOf(id)).startsWith(start))?.id;
}
