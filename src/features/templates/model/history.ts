/** States of something that is edited, so that each edit can be taken back and made again. */
export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
  /** What the last edit was about: further ones about the same join it, so that a word is one step and not one a letter. */
  readonly about: string | null;
}

/** Nothing edited yet. */
export const startHistory = <T>(present: T): History<T> => ({ past: [], present, future: [], about: null });

const most = 200;

/** Another state; nothing happens where it is the same object. */
export function edit<T>(history: History<T>, next: T, about: string | null = null): History<T> {
  const { past, present } = history;
  if (next === present) return history;
  if (about !== null && about === history.about) return { past, present: next, future: [], about };
  return { past: [...past, present].slice(-most), present: next, future: [], about };
}

/** Ends what further edits could join: what is typed now is a step of its own. */
export const seal = <T>(history: History<T>): History<T> =>
  history.about === null ? history : { ...history, about: null };

/** The state before the last edit. */
export function undo<T>({ past, present, future, about }: History<T>): History<T> {
  const last = past.at(-1);
  if (last === undefined) return { past, present, future, about };
  return { past: past.slice(0, -1), present: last, future: [present, ...future], about: null };
}

/** The state after the edit that was taken back last. */
export function redo<T>({ past, present, future, about }: History<T>): History<T> {
  const [next, ...rest] = future;
  if (next === undefined) return { past, present, future, about };
  return { past: [...past, present], present: next, future: rest, about: null };
}
