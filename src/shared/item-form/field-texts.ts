import { useCallback, useSyncExternalStore } from 'react';

/** What is said at the fields of a form, by the name of the field. */
export interface FieldTexts<T> {
  get: (name: string) => T | undefined;
  all: () => ReadonlyMap<string, T>;
  set: (next: ReadonlyMap<string, T>) => void;
  listen: (onChange: () => void) => () => void;
}

/** Creates the texts of one form. */
export function createFieldTexts<T>(): FieldTexts<T> {
  let current: ReadonlyMap<string, T> = new Map();
  const listeners = new Set<() => void>();
  return {
    get: (name) => current.get(name),
    all: () => current,
    set: (next) => {
      if (next.size === 0 && current.size === 0) return;
      current = next;
      for (const onChange of [...listeners]) onChange();
    },
    listen: (onChange) => {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
  };
}

const never = () => () => {};

/** The text at a field of the form. */
export function useFieldText<T>(texts: FieldTexts<T> | null, name: string): T | undefined {
  const read = useCallback(() => texts?.get(name), [texts, name]);
  return useSyncExternalStore(texts?.listen ?? never, read);
}
