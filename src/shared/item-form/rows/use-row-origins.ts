import { useState } from 'react';

/** Where the rows of a dynamic group were when they were saved: by the key of the row, which it keeps when it moves; `null` for new ones. */
type Origins = ReadonlyMap<string, number | null>;

/**
 * Follows rows from where they were saved. Rows whose keys are all new are another version of the item, and begin where they are; a row that is
 * added to known ones is new, unless it takes the place of a removed one, as an undo does.
 */
export function useRowOrigins(
  keys: readonly string[],
  savedRows: number,
): { originOf: (key: string) => number | null; isChanged: boolean } {
  const [origins, setOrigins] = useState<Origins>(() => fromPlaces(keys, savedRows));
  let current = origins;
  if (keys.some((key) => !origins.has(key))) {
    current = keys.some((key) => origins.has(key)) ? withAdded(origins, keys, savedRows) : fromPlaces(keys, savedRows);
    setOrigins(current);
  }
  const originOf = (key: string) => {
    const origin = current.get(key) ?? null;
    // What is saved may have become shorter, or longer by the rows that were new.
    return origin !== null && origin < savedRows ? origin : null;
  };
  const isChanged = keys.length !== savedRows || keys.some((key, place) => originOf(key) !== place);
  return { originOf, isChanged };
}

const fromPlaces = (keys: readonly string[], savedRows: number): Origins =>
  new Map(keys.map((key, place) => [key, place < savedRows ? place : null]));

function withAdded(origins: Origins, keys: readonly string[], savedRows: number): Origins {
  const current = new Map(keys.flatMap((key) => (origins.has(key) ? [[key, origins.get(key) ?? null]] : [])));
  const taken = new Set(current.values());
  let before: number | null = -1;
  for (const key of keys) {
    if (!current.has(key)) {
      const next: number | null = before === null ? null : before + 1;
      current.set(key, next !== null && next < savedRows && !taken.has(next) ? next : null);
    }
    before = current.get(key) ?? null;
  }
  return current;
}
