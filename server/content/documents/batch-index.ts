import type { FieldIndex } from '../model/index-rows.ts';

/** An item with the changes of its index rows; a new one has no `id`. */
export interface IndexedItem {
  id: number | undefined;
  /** Keys of the fields whose index rows are replaced, and their new entries. */
  changedKeys: readonly number[];
  index: ReadonlyMap<number, FieldIndex>;
}

/** The index rows of a batch as columns; `place` is the index of their item in it. */
export interface BatchIndex {
  replaced: { place: number[]; key: number[] };
  values: { place: number[]; key: number[]; number: (number | null)[]; text: (string | null)[] };
  links: { place: number[]; key: number[]; target: number[] };
}

/** The index changes of a batch: the fields whose rows are replaced, and their new rows. */
export function indexOf(items: readonly IndexedItem[]): BatchIndex {
  const replaced: BatchIndex['replaced'] = { place: [], key: [] };
  const values: BatchIndex['values'] = { place: [], key: [], number: [], text: [] };
  const links: BatchIndex['links'] = { place: [], key: [], target: [] };
  items.forEach((item, place) => {
    for (const key of item.changedKeys) {
      if (item.id !== undefined) {
        replaced.place.push(place);
        replaced.key.push(key);
      }
      const entry = item.index.get(key);
      if (!entry) continue;
      const value = (number: number | null, text: string | null) => {
        values.place.push(place);
        values.key.push(key);
        values.number.push(number);
        values.text.push(text);
      };
      for (const number of entry.numbers) value(number, null);
      for (const text of entry.texts) value(null, text);
      for (const target of entry.links.keys()) {
        links.place.push(place);
        links.key.push(key);
        links.target.push(target);
      }
    }
  });
  return { replaced, values, links };
}
