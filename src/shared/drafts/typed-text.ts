import { listStored, readStoredJson, writeStored } from '../storage/storage.ts';

/** Under this prefix all drafts end with the session. */
const prefix = 'draft:text:';

/** How many unsent texts a browser stores, the newest. */
const most = 20;

interface Stored<T> {
  at: number;
  typed: T;
}

/** What was typed and not sent yet, in this or an earlier visit; `null` if there is nothing. */
export const readTyped = <T>(key: string): T | null =>
  readStoredJson<Stored<T> | null>(prefix + key, null)?.typed ?? null;

/** What was typed under keys that begin with `start`. */
export const listTyped = <T>(start: string): { key: string; typed: T }[] =>
  listStored(prefix + start).flatMap((stored) => {
    const key = stored.slice(prefix.length);
    const typed = readTyped<T>(key);
    return typed === null ? [] : [{ key, typed }];
  });

/** Stores what was typed until it is sent; `null` forgets it. */
export function storeTyped<T>(key: string, typed: T | null): void {
  if (typed === null) {
    writeStored(prefix + key, null);
    return;
  }
  writeStored(prefix + key, JSON.stringify({ at: Date.now(), typed } satisfies Stored<T>));
  const all = listStored(prefix);
  if (all.length <= most) return;
  const times = new Map(all.map((stored) => [stored, readStoredJson<Stored<T> | null>(stored, null)?.at ?? 0]));
  const newestFirst = all.toSorted((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0));
  for (const old of newestFirst.slice(most)) writeStored(old, null);
}
