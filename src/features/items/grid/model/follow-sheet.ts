import { sameSetting } from '@quartermaster/contract/content/template-tree.ts';
import { markedFor, markOf, markRow, type RowMark } from '../../../../shared/table/row-marks.ts';
import type { ListNews } from '../../list/live/news-text.ts';
import { type CellContent, sameContent } from './cell-content.ts';
import { hasOtherRows, type Sheet, type SheetRow, savedContent } from './sheet.ts';

/** What another member has saved in a cell that is edited here. */
export interface CellNews {
  row: SheetRow;
  /** The version that the edits were based on. */
  version: number;
  column: string;
  before: unknown;
  after: unknown;
}

interface Followed extends ListNews {
  /** Of edited cells. */
  cells: CellNews[];
}

/**
 * Takes items as others have saved them into a sheet whose rows stay where they are: cells without edits have the new values, edits stay.
 * Rows that came or went are counted.
 * @param isComplete - false if there are more items than these
 * @param isAll - true if these are all items, so that others were deleted
 */
export function followSheet(
  sheet: Sheet,
  saved: readonly SheetRow[],
  { isComplete, isAll }: { isComplete: boolean; isAll: boolean },
): Followed {
  const followed: Followed = { added: 0, deleted: 0, moved: 0, cells: [] };
  const taken: SheetRow[] = [];
  for (const row of saved) {
    const known = sheet.row(row.key);
    if (!known) followed.added += 1;
    else if (sheet.edits().has(row.key) && canRebase(sheet, known, row))
      followed.cells.push(...rebase(sheet, known, row));
    else if (sheet.edits().has(row.key) || isOther(known, row)) taken.push(markChanges(known, row));
  }
  const found = new Set(saved.map(({ key }) => key));
  const state: RowMark['state'] = isAll ? 'deleted' : 'elsewhere';
  for (const row of sheet.rows()) {
    if (!isComplete || row.id === null || found.has(row.key) || sheet.edits().has(row.key)) continue;
    followed[isAll ? 'deleted' : 'moved'] += 1;
    if (markOf(row)?.state !== state) taken.push(markRow({ ...row }, { state }));
  }
  sheet.receive(taken);
  return followed;
}

const isOther = (known: SheetRow, row: SheetRow): boolean =>
  markOf(known)?.state !== undefined ||
  known.version < row.version ||
  known.label !== row.label ||
  !sameSetting(known.values, row.values);

/**
 * False for edits on an older version, which their save asks about: those of a restored draft, of a conflict, and of rows that others
 * have changed, too, as each side would lose the other's rows.
 */
const canRebase = (sheet: Sheet, known: SheetRow, row: SheetRow): boolean =>
  row.version > known.version &&
  !known.isPartial &&
  !sheet.isBehind(row.key) &&
  !sheet.mark(row.key)?.isConflict &&
  ![...(sheet.edits().get(row.key)?.keys() ?? [])].some((column) => hasOtherRows(column, known, row));

/** Bases the edits of a row on a newer version; returns those in whose cells it has other values than before. */
function rebase(sheet: Sheet, known: SheetRow, row: SheetRow): CellNews[] {
  const edits = [...(sheet.edits().get(row.key) ?? [])];
  sheet.rebase(
    markChanges(known, row, (column) => !edits.some(([edited]) => edited === column)),
    edits.map(([column, content]) => ({ column, content })),
  );
  return edits.flatMap(([column, content]: [string, CellContent]): CellNews[] => {
    const [before, after] = [savedContent(known, column), savedContent(row, column)];
    if (sameContent(before, after) || sameContent(content, after)) return [];
    return [{ row, version: known.version, column, before: before.value, after: after.value }];
  });
}

function markChanges(known: SheetRow, row: SheetRow, counts: (column: string) => boolean = () => true): SheetRow {
  const columns = new Set(['label', ...Object.keys(known.values), ...Object.keys(row.values)]);
  const changed = new Set(
    [...columns].filter((id) => counts(id) && !sameContent(savedContent(known, id), savedContent(row, id))),
  );
  const last = markOf(known);
  const mark = { changed, turn: last?.turn === 'odd' ? 'even' : 'odd', until: performance.now() + markedFor } as const;
  return changed.size > 0 ? markRow(row, mark) : row;
}
