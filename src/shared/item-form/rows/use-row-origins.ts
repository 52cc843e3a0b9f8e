import { useState } from 'react';

/** The saved positions of a dynamic group's rows: by the key of the row, which stays the same when it moves; `null` for new ones. */
type Origins = ReadonlyMap<string, number | null>;

/**
 * Tracks rows from their saved positions. If all keys are new, the rows belong to another version of the item and start at their positions;
 * a row added to known ones is new, unless it replaces a removed one, as after an undo.
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
    // The saved rows may have become fewer, or more by the rows that were new.
    return origin !== null && origin < savedRows ? origin : null;
  };
  const isChanged = keys.length !== savedRows || keys.some((key, index) => originOf(key) !== index);
  return { originOf, isChanged };
}

const fromPlaces = (keys: readonly string[], savedRows: number): Origins =>
  new Map(keys.map((key, index) => [key, index < savedRows ? index : null]));

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
