import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';

/** The warnings of a form, by the name of the field. */
export interface Warnings {
  get: (name: string) => string | undefined;
  set: (next: ReadonlyMap<string, string>) => void;
  listen: (onChange: () => void) => () => void;
}

/** Creates the warnings of one form. */
export function createWarnings(): Warnings {
  let current: ReadonlyMap<string, string> = new Map();
  const listeners = new Set<() => void>();
  return {
    get: (name) => current.get(name),
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

const Context = createContext<Warnings | null>(null);

/** Provides the warnings of a form. */
export const WarningsProvider = Context;

const never = () => () => {};

/** The warning at a field of the form. */
export function useWarning(name: string): string | undefined {
  const warnings = useContext(Context);
  const read = useCallback(() => warnings?.get(name), [warnings, name]);
  return useSyncExternalStore(warnings?.listen ?? never, read);
}
