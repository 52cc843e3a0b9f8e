import { useEffect, useId, useRef } from 'react';
import { type UnsavedChanges, type UnsavedForm, useServices } from './services.ts';

/** Tracks dirty forms and calls `onChange` when the console as a whole becomes dirty or clean. */
export function createUnsavedChanges(onChange: (isDirty: boolean) => void): UnsavedChanges {
  const dirty = new Map<string, UnsavedForm>();
  const waiting = new Set<() => void>();
  const announceClean = () => {
    if (dirty.size > 0) return;
    for (const listener of waiting) {
      waiting.delete(listener);
      listener();
    }
  };
  return {
    isDirty: () => dirty.size > 0,
    names: () => [...dirty.values()].flatMap((form) => form.names?.() ?? []),
    keep: async () => {
      const stored = await Promise.all([...dirty.values()].map((form) => form.keep?.() ?? false));
      return stored.every(Boolean);
    },
    canSave: () => [...dirty.values()].every((form) => form.save !== undefined),
    save: async () => {
      for (const form of [...dirty.values()]) if (!(await form.save?.())) return false;
      return dirty.size === 0;
    },
    set: (id, isDirty, form = {}) => {
      const before = dirty.size > 0;
      if (isDirty) dirty.set(id, form);
      else dirty.delete(id);
      if (dirty.size > 0 === before) return;
      onChange(dirty.size > 0);
      // Not before the other effects of the same commit: the page may be unmounted together with its listeners.
      if (dirty.size === 0) queueMicrotask(announceClean);
    },
    onceClean: (listener) => {
      waiting.add(listener);
      return () => waiting.delete(listener);
    },
    clear: ({ isDiscarded = true } = {}) => {
      const forms = [...dirty.values()];
      dirty.clear();
      if (forms.length > 0) onChange(false);
      if (isDiscarded) for (const form of forms) form.onDiscarded?.();
    },
  };
}

/**
 * Guards unsaved changes: while `isDirty`, leaving the page (by a link, the tab, the instance switch or the host) asks for
 * confirmation. The returned function disables the guard at once; call it after a save, before navigating away.
 */
export function useUnsavedChanges(isDirty: boolean, form: UnsavedForm = {}): () => void {
  const { unsavedChanges } = useServices();
  const id = useId();
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  useEffect(() => {
    unsavedChanges.set(id, isDirty, {
      onDiscarded: () => latest.current.onDiscarded?.(),
      names: () => latest.current.names?.() ?? [],
      keep: async () => (await latest.current.keep?.()) ?? false,
      get save() {
        return latest.current.save;
      },
    });
    return () => unsavedChanges.set(id, false);
  }, [unsavedChanges, id, isDirty]);
  return () => unsavedChanges.set(id, false);
}
