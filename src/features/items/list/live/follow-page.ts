import { sameSetting } from '@quartermaster/contract/content/template-tree.ts';
import type { ItemRow } from '@quartermaster/contract/endpoints/items.ts';
import type { ItemsPage } from '../../../../shared/data/items-page.ts';
import { markedFor, markOf, markRow, type RowMark } from '../../../../shared/table/row-marks.ts';
import { newsText } from './news-text.ts';
import type { SteadyPage } from './steady-page.ts';

/** Takes the values of a newer answer over into the rows on the screen, which stay where they are. */
export function followPage(before: SteadyPage, latest: ItemsPage): SteadyPage {
  const current = new Map(latest.rows.map((row) => [row.id, row]));
  const rows = before.rows.map((row) => {
    const next = current.get(row.id);
    return next ? markChanges(row, next) : row;
  });
  const missing = before.rows.flatMap(({ id }) => (current.has(id) ? [] : [id]));
  return { ...before, latest, rows, missing };
}

/** Marks the rows that the newer answer does not have: those that still exist are elsewhere in the list. */
export function markMissing(before: SteadyPage, existing: ReadonlyMap<number, { internal_label: string }>): SteadyPage {
  const missing = new Set(before.missing);
  const rows = before.rows.map((row) => {
    if (!missing.has(row.id)) return row;
    const label = existing.get(row.id)?.internal_label;
    const state: RowMark['state'] = label === undefined ? 'deleted' : 'elsewhere';
    if (markOf(row)?.state === state && (label ?? row.internal_label) === row.internal_label) return row;
    return markRow({ ...row, internal_label: label ?? row.internal_label }, { state });
  });
  return { ...before, rows };
}

/** The same row as in the newer answer, its columns marked in which it differs. */
function markChanges(before: ItemRow, row: ItemRow): ItemRow {
  if (row === before) return row;
  const fields = new Set([...Object.keys(before.values), ...Object.keys(row.values)]);
  const changed = new Set([...fields].filter((id) => !sameSetting(before.values[id], row.values[id])));
  if (before.internal_label !== row.internal_label) changed.add('label');
  const last = markOf(before);
  if (changed.size === 0) return row;
  const turn = last?.turn === 'odd' ? 'even' : 'odd';
  return markRow(row, { changed, turn, until: performance.now() + markedFor });
}

/** What a newer answer has that the screen does not show yet, as a sentence; empty if it shows everything. */
export function newsOf({ taken, latest, rows, missing }: SteadyPage): string {
  const before = new Set(taken.rows.map(({ id }) => id));
  const states = new Map(rows.map((row) => [row.id, markOf(row)?.state]));
  const common = latest.rows.filter(({ id }) => before.has(id));
  // Rows of the next page fill up this one.
  const end = taken.nextCursor === null ? latest.rows.length : latest.rows.findLastIndex(({ id }) => before.has(id));
  const added = latest.rows.filter(({ id }, index) => !before.has(id) && index <= end).length;
  const deleted = missing.filter((id) => states.get(id) === 'deleted').length;
  const elsewhere = missing.filter((id) => states.get(id) === 'elsewhere');
  const pushed = Math.min(added, trailing(taken.rows, new Set(elsewhere)));
  const moved = elsewhere.length - pushed + outOfOrder(taken.rows, common);
  return newsText({ added, deleted, moved });
}

/** How many of the last rows are in a set: new rows have pushed them off the page. */
function trailing(rows: readonly ItemRow[], ids: ReadonlySet<number>): number {
  const last = rows.findLastIndex(({ id }) => !ids.has(id));
  return rows.length - 1 - last;
}

/** The least number of rows that have to move to get from one order to another. */
function outOfOrder(before: readonly ItemRow[], after: readonly ItemRow[]): number {
  const ranks = new Map(before.map(({ id }, index) => [id, index]));
  // The last ranks of the best increasing sequences of each length.
  const ends: number[] = [];
  for (const { id } of after) {
    const rank = ranks.get(id) ?? 0;
    const length = ends.findIndex((end) => end > rank);
    ends[length === -1 ? ends.length : length] = rank;
  }
  return after.length - ends.length;
}
