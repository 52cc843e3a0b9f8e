import { type RefObject, useEffect, useRef, useState } from 'react';

/** What moves an entry: its own input by a key, or one of its buttons. */
type Mover = 'entry' | 'up' | 'down';

export interface Entries {
  /** The element that contains the controls of all entries, each with its name in `data-control`. */
  box: RefObject<HTMLDivElement | null>;
  /** Moves an entry by one place; the focus follows it. */
  move: (from: number, by: 1 | -1, mover: Mover) => void;
  /** Removes an entry and focuses the input for new ones. */
  remove: (index: number) => void;
  focusNew: () => void;
  /** Focuses the control with this name once the next change is rendered. */
  focus: (control: string) => void;
}

/** Moves and removes the entries of a list that is edited in place, and keeps the focus. */
export function useEntries<T>(entries: readonly T[], onChange: (entries: T[]) => void): Entries {
  /** The control to focus once a change is rendered, because its own has moved or is gone. */
  const [target, setTarget] = useState<{ name: string }>();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (target) box.current?.querySelector<HTMLElement>(`[data-control="${target.name}"]`)?.focus();
  }, [target]);
  const focus = (name: string) => setTarget({ name });
  const focusNew = () => focus('new');
  return {
    box,
    focusNew,
    focus,
    move: (from, by, mover) => {
      const to = from + by;
      const moved = entries[from];
      if (moved === undefined || to < 0 || to >= entries.length) return;
      onChange(entries.toSpliced(from, 1).toSpliced(to, 0, moved));
      const isAtEnd = to === (by < 0 ? 0 : entries.length - 1);
      // At an end, the same button is disabled.
      const opposite = { up: 'down', down: 'up', entry: 'entry' } as const;
      focus(`${isAtEnd ? opposite[mover] : mover} ${to}`);
    },
    remove: (index) => {
      onChange(entries.toSpliced(index, 1));
      focusNew();
    },
  };
}
