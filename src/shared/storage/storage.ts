/** Browser storage may be blocked or full: then reads return nothing, and writes do nothing. */
const prefix = 'quartermaster:';

/** The keys of pages of items that were shown, with their ids and searches: they end with the session. */
export const shownItems = 'items-page:';

/** The text stored under a key of the console; `null` if there is none. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(prefix + key);
  } catch {
    return null;
  }
}

/** Stores text under a key of the console; `null` removes it. */
export function writeStored(key: string, value: string | null): void {
  // Without storage the console works, but forgets everything between visits.
  tryWriteStored(key, value);
}

/** Like {@link writeStored}, but returns false if storage is blocked or full. */
export function tryWriteStored(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(prefix + key);
    else localStorage.setItem(prefix + key, value);
    return true;
  } catch {
    return false;
  }
}

/** The keys of the console that begin with `start`. */
export function listStored(start: string): string[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
    return keys.filter((key) => key.startsWith(prefix + start)).map((key) => key.slice(prefix.length));
  } catch {
    return [];
  }
}

/** Removes everything under the keys of the console that begin with `start`. */
export function dropStored(start: string): void {
  for (const key of listStored(start)) writeStored(key, null);
}

/** The JSON stored under a key; `fallback` if there is none or it is invalid. */
export function readStoredJson<T>(key: string, fallback: T): T {
  const text = readStored(key);
  if (text === null) return fallback;
  try {
    return JSON.parse(text) as T;
  } catch {
    return fallback;
  }
}
