import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';

/** The values of an item, changed text by text. */
export interface ItemDraft {
  values: ItemValues;
  /** The row at a place in nested groups, which may be written to; the values themselves outside of groups. */
  rowAt: (groups: readonly string[], path: readonly number[]) => ItemValues | undefined;
}

/** A draft of an item. Its rows are copied once, whatever the number of texts. */
export function createDraft(before: ItemValues): ItemDraft {
  const values = { ...before };
  const copies = new WeakSet<object>();
  const owned = <T extends object>(copy: T): T => {
    copies.add(copy);
    return copy;
  };
  const ownRows = (row: ItemValues, group: string): ItemValues[] => {
    const rows = row[group];
    if (Array.isArray(rows) && copies.has(rows)) return rows as ItemValues[];
    const copy = owned(rowsOf(rows));
    if (copy.length > 0) row[group] = copy;
    return copy;
  };
  const rowAt = (groups: readonly string[], path: readonly number[]): ItemValues | undefined => {
    let row: ItemValues = values;
    for (const [depth, group] of groups.entries()) {
      const rows = ownRows(row, group);
      const index = path[depth] ?? -1;
      const inner = rows[index];
      if (!inner) return undefined;
      row = copies.has(inner) ? inner : owned({ ...inner });
      rows[index] = row;
    }
    return row;
  };
  return { values, rowAt };
}
