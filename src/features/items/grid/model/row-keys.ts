import { alignRows } from '@quartermaster/contract/content/align-rows.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { isEmpty, type WireValue } from '@quartermaster/contract/field-types/field-type.ts';

/** The rows of a dynamic group of an item, with the keys of their rows in the sheet. */
export interface KeyedRows {
  rows: readonly ItemValues[];
  keys: readonly string[];
}

/** A row in both versions; -1 where it is missing. */
interface Pair {
  old: number;
  index: number;
  isSame: boolean;
}

/**
 * The keys of the rows of a group after a change: rows have no identity, so that a row that was possibly another one before gets a new
 * key. An edited row is the same one if it has the same first field, or if no row next to it came or went.
 */
export function followRowKeys(
  { rows: before, keys }: KeyedRows,
  rows: readonly ItemValues[],
  first: string | undefined,
  createKey: () => string,
): string[] {
  const found: string[] = [];
  let run: Pair[] = [];
  const endRun = () => {
    const isClear = run.every(({ old, index }) => old !== -1 && index !== -1);
    for (const { old, index } of run) {
      if (old === -1 || index === -1) continue;
      const [name, now] = [before[old]?.[first ?? ''], rows[index]?.[first ?? '']];
      const hasName = !isEmpty(name as WireValue) && JSON.stringify(name) === JSON.stringify(now);
      if (isClear || hasName) found[index] = keys[old] ?? createKey();
    }
    run = [];
  };
  for (const pair of pairsOf(before, rows, first)) {
    if (!pair.isSame) run.push(pair);
    else {
      endRun();
      found[pair.index] = keys[pair.old] ?? createKey();
    }
  }
  endRun();
  return rows.map((_, index) => found[index] ?? createKey());
}

function pairsOf(before: readonly ItemValues[], after: readonly ItemValues[], first: string | undefined): Pair[] {
  let [old, index] = [0, 0];
  return alignRows(before, after, first).map(({ kind }) => ({
    old: kind === 'added' ? -1 : old++,
    index: kind === 'removed' ? -1 : index++,
    isSame: kind === 'same',
  }));
}
