import { largestId } from '../../core/base/largest-id.ts';
import type { PageRequest } from '../../core/base/newest-first.ts';

/** How many large versions are in memory at once. */
const atOnce = 10;

/**
 * A page of versions of which each is described by the one before it, newest first; they are read in small steps, as each
 * may be large.
 */
export async function readInSteps<Row, Entry>(
  { cursor, limit = 50 }: PageRequest,
  read: (page: { before: number; limit: number }) => Promise<Row[]>,
  { placeOf, describe }: { placeOf: (row: Row) => number; describe: (row: Row, earlier: Row | undefined) => Entry },
): Promise<{ versions: Entry[]; next_cursor: string | null }> {
  const versions: Entry[] = [];
  let before = cursor === undefined ? largestId : Math.min(Number(cursor), largestId);
  while (versions.length < limit) {
    const needed = Math.min(atOnce, limit - versions.length);
    const rows = await read({ before, limit: needed + 1 });
    for (const [index, row] of rows.slice(0, needed).entries()) {
      versions.push(describe(row, rows[index + 1]));
      before = placeOf(row);
    }
    if (rows.length <= needed) return { versions, next_cursor: null };
  }
  return { versions, next_cursor: String(before) };
}
