/** Per-field change events, so that a keystroke costs the same however many fields there are. */
export interface FormEvents {
  /** Calls back when the value or the error of one field may have changed, until the returned function is called. */
  listen: (name: string, onChange: () => void) => () => void;
  /** Calls back after each change by the user: with the path of the value, or `null` if rows were added, removed or moved. */
  onEdit: (listener: (name: string | null) => void) => () => void;
  /** A value was typed, or the rows of a dynamic group changed (`null`). */
  edited: (name: string | null) => void;
  /** The error of a field has changed; without a name, those of any field, and any value. */
  changed: (name: string | undefined) => void;
}

/** Creates the events of one form. */
export function createFormEvents(): FormEvents {
  const ofFields = new Map<string, Set<() => void>>();
  const ofEdits = new Set<(name: string | null) => void>();
  const notify = (listeners: Iterable<() => void> = []) => {
    for (const onChange of [...listeners]) onChange();
  };
  return {
    listen: (name, onChange) => {
      const listeners = ofFields.get(name) ?? new Set();
      ofFields.set(name, listeners.add(onChange));
      return () => {
        listeners.delete(onChange);
        if (listeners.size === 0 && ofFields.get(name) === listeners) ofFields.delete(name);
      };
    },
    onEdit: (listener) => {
      ofEdits.add(listener);
      return () => void ofEdits.delete(listener);
    },
    edited: (name) => {
      if (name !== null) notify(ofFields.get(name));
      for (const listener of [...ofEdits]) listener(name);
    },
    changed: (name) => {
      const ofField = name === undefined ? undefined : ofFields.get(name);
      if (ofField) notify(ofField);
      // Not a field: rows, or everything.
      else for (const listeners of [...ofFields.values()]) notify(listeners);
    },
  };
}
