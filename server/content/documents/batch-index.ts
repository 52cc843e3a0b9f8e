import type { FieldIndex } from '../model/index-rows.ts';

/** An item with the changes of its index rows; a new one has no `id`. */
export interface IndexedItem {
  id: number | undefined;
  /** Keys of the fields whose index rows are replaced, and their new entries. */
  changedKeys: readonly number[];
  index: ReadonlyMap<number, FieldIndex>;
}

/** The index rows of a batch as columns; `index` is that of their item in it. */
export interface BatchIndex {
  replaced: { index: number[]; key: number[] };
  values: { index: number[]; key: number[]; number: (number | null)[]; text: (string | null)[] };
  links: { index: number[]; key: number[]; target: number[] };
}

/** The index changes of a batch: the fields whose rows are replaced, and their new rows. */
export function indexOf(items: readonly IndexedItem[]): BatchIndex {
  const replaced: BatchIndex['replaced'] = { index: [], key: [] };
  const values: BatchIndex['values'] = { index: [], key: [], number: [], text: [] };
  const links: BatchIndex['links'] = { index: [], key: [], target: [] };
  items.forEach((item, index) => {
    for (const key of item.changedKeys) {
      if (item.id !== undefined) {
        replaced.index.push(index);
        replaced.key.push(key);
      }
      const entry = item.index.get(key);
      if (!entry) continue;
      const value = (number: number | null, text: string | null) => {
        values.index.push(index);
        values.key.push(key);
        values.number.push(number);
        values.text.push(text);
      };
      for (const number of entry.numbers) value(number, null);
      for (const text of entry.texts) value(null, text);
      for (const target of entry.links.keys()) {
        links.index.push(index);
        links.key.push(key);
        links.target.push(target);
      }
    }
  });
  return { replaced, values, links };
}
