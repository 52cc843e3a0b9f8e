import { useEffect, useEffectEvent, useId } from 'react';
import { type UnsavedChanges, useServices } from './services.ts';

/** Tracks dirty forms and calls `onChange` when the console as a whole becomes dirty or clean. */
export function createUnsavedChanges(onChange: (isDirty: boolean) => void): UnsavedChanges {
  const dirty = new Map<string, (() => void) | undefined>();
  return {
    isDirty: () => dirty.size > 0,
    set: (id, isDirty, onDiscarded) => {
      const before = dirty.size > 0;
      if (isDirty) dirty.set(id, onDiscarded);
      else dirty.delete(id);
      if (dirty.size > 0 !== before) onChange(dirty.size > 0);
    },
    clear: ({ isDiscarded = true } = {}) => {
      const callbacks = [...dirty.values()];
      dirty.clear();
      if (callbacks.length > 0) onChange(false);
      if (isDiscarded) for (const discard of callbacks) discard?.();
    },
  };
}

/**
 * Guards unsaved changes: while `isDirty`, leaving the page (by a link, the tab, the instance switch or the host) asks for
 * confirmation. The returned function disables the guard at once; call it after a save, before navigating away.
 * `onDiscarded` is called when the user leaves without saving.
 */
export function useUnsavedChanges(isDirty: boolean, onDiscarded?: () => void): () => void {
  const { unsavedChanges } = useServices();
  const id = useId();
  const discard = useEffectEvent(() => onDiscarded?.());
  useEffect(() => {
    unsavedChanges.set(id, isDirty, () => discard());
    return () => unsavedChanges.set(id, false);
  }, [unsavedChanges, id, isDirty]);
  return () => unsavedChanges.set(id, false);
}
