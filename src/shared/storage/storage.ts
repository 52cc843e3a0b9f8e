/** Browser storage that may be blocked or full: reading then finds nothing, and writing does nothing. */
const prefix = 'quartermaster:';

/** The text stored under a key of the console; `null` where there is none. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(prefix + key);
  } catch {
    return null;
  }
}

/** Keeps text under a key of the console; `null` takes it away. */
export function writeStored(key: string, value: string | null): void {
  // Without storage the console forgets between visits, and works.
  tryStoring(key, value);
}

/** As {@link writeStored}; false where storage is blocked or full. */
export function tryStoring(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(prefix + key);
    else localStorage.setItem(prefix + key, value);
    return true;
  } catch {
    return false;
  }
}

/** The keys of the console that begin with these letters. */
export function listStored(start: string): string[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
    return keys.filter((key) => key.startsWith(prefix + start)).map((key) => key.slice(prefix.length));
  } catch {
    return [];
  }
}

/** The JSON stored under a key; `fallback` where there is none or it cannot be read. */
export function readStoredJson<T>(key: string, fallback: T): T {
  const text = readStored(key);
  if (text === null) return fallback;
  try {
    return JSON.parse(text) as T;
  } catch {
    return fallback;
  }
}
