import { useEffect, useEffectEvent, useId } from 'react';
import { type UnsavedChanges, useServices } from './services.ts';

/** Tracks dirty forms and calls `onChange` when the console as a whole becomes dirty or clean. */
export function createUnsavedChanges(onChange: (isDirty: boolean) => void): UnsavedChanges {
  const dirty = new Map<string, (() => void) | undefined>();
  return {
    isDirty: () => dirty.size > 0,
    set: (id, isDirty, onGivenUp) => {
      const before = dirty.size > 0;
      if (isDirty) dirty.set(id, onGivenUp);
      else dirty.delete(id);
      if (dirty.size > 0 !== before) onChange(dirty.size > 0);
    },
    clear: ({ isGivenUp = true } = {}) => {
      const given = [...dirty.values()];
      dirty.clear();
      if (given.length > 0) onChange(false);
      if (isGivenUp) for (const giveUp of given) giveUp?.();
    },
  };
}

/**
 * Guards unsaved changes: while `isDirty`, leaving the page (by a link, the tab, the instance switch or the host) asks for
 * confirmation. The returned function disables the guard at once; call it after a save, before navigating away.
 * `onGivenUp` is called when the user leaves without saving.
 */
export function useUnsavedChanges(isDirty: boolean, onGivenUp?: () => void): () => void {
  const { unsavedChanges } = useServices();
  const id = useId();
  const giveUp = useEffectEvent(() => onGivenUp?.());
  useEffect(() => {
    unsavedChanges.set(id, isDirty, () => giveUp());
    return () => unsavedChanges.set(id, false);
  }, [unsavedChanges, id, isDirty]);
  return () => unsavedChanges.set(id, false);
}
