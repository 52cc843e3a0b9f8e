/** The undo history of an edited value. */
export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
  /** The subject of the last edit: consecutive edits with the same subject become one step, so that a word is undone as a whole. */
  readonly about: string | null;
}

/** A history without edits. */
export const startHistory = <T>(present: T): History<T> => ({ past: [], present, future: [], about: null });

const most = 200;

/** Adds a state; does nothing if it is the same object. */
export function edit<T>(history: History<T>, next: T, about: string | null = null): History<T> {
  const { past, present } = history;
  if (next === present) return history;
  if (about !== null && about === history.about) return { past, present: next, future: [], about };
  return { past: [...past, present].slice(-most), present: next, future: [], about };
}

/** Ends the current step: the next edit starts a new one. */
export const closeUndoStep = <T>(history: History<T>): History<T> =>
  history.about === null ? history : { ...history, about: null };

/** Returns to the state before the last edit. */
export function undo<T>({ past, present, future, about }: History<T>): History<T> {
  const last = past.at(-1);
  if (last === undefined) return { past, present, future, about };
  return { past: past.slice(0, -1), present: last, future: [present, ...future], about: null };
}

/** Restores the edit that was undone last. */
export function redo<T>({ past, present, future, about }: History<T>): History<T> {
  const [next, ...rest] = future;
  if (next === undefined) return { past, present, future, about };
  return { past: [...past, present], present: next, future: rest, about: null };
}
