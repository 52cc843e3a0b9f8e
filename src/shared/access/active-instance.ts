import { atom, useAtomValue } from 'jotai';

/** The active instance: 0 none, -1 not known yet. Each mount has its own value because it has its own store. */
export const activeInstanceAtom = atom(-1);

/**
 * The instance of this mount if its host has set one, and later the one that the user has switched to; `null` if the account's counts. So
 * two mounts can have two instances.
 */
export const hostInstanceAtom = atom<number | null>(null);

/** The active instance's id; 0 if none is active. */
export const useInstanceId = (): number => Math.max(0, useAtomValue(activeInstanceAtom));
