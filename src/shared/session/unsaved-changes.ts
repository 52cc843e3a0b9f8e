import { useEffect, useId } from 'react';
import { type UnsavedChanges, useServices } from './services.ts';

/** Keeps the list of dirty forms and calls `onChange` when the whole console turns dirty or clean. */
export function createUnsavedChanges(onChange: (isDirty: boolean) => void): UnsavedChanges {
  const dirty = new Set<string>();
  return {
    isDirty: () => dirty.size > 0,
    set: (id, isDirty) => {
      const before = dirty.size > 0;
      if (isDirty) dirty.add(id);
      else dirty.delete(id);
      if (dirty.size > 0 !== before) onChange(dirty.size > 0);
    },
    clear: () => {
      if (dirty.size > 0) onChange(false);
      dirty.clear();
    },
  };
}

/**
 * Guards what is typed: while `isDirty`, leaving the page (by a link, the tab, the instance switch or the host) asks first.
 * The answer releases the guard at once; call it after a save, before navigating away.
 */
export function useUnsavedChanges(isDirty: boolean): () => void {
  const { unsavedChanges } = useServices();
  const id = useId();
  useEffect(() => {
    unsavedChanges.set(id, isDirty);
    return () => unsavedChanges.set(id, false);
  }, [unsavedChanges, id, isDirty]);
  return () => unsavedChanges.set(id, false);
}
