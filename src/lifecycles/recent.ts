/** How long a page that was left is worth showing as it was, in milliseconds. */
export const keptFor = 5 * 60 * 1000;

/** The number of names of mounts; a host may make up new ones. */
const names = 8;

/** True if something is not too old to be shown; `at` in milliseconds since 1970. */
export const isRecent = (at: number): boolean => Date.now() - at <= keptFor;

/** What is remembered of the mounts on a host's page, by their names; the names used least recently are dropped. */
export function createRecent<T>() {
  const values = new Map<string, T>();
  return {
    get: (name: string): T | undefined => values.get(name),
    set: (name: string, value: T): void => {
      values.delete(name);
      values.set(name, value);
      for (const [oldest] of values) if (values.size > names) values.delete(oldest);
    },
    delete: (name: string): void => void values.delete(name),
    values: (): Iterable<T> => values.values(),
    clear: (): void => values.clear(),
    isRecent,
  };
}
