import { atom, useAtomValue } from 'jotai';

/** The active instance: 0 none, -1 not known yet. Each mount has its own value because it has its own store. */
export const activeInstanceAtom = atom(-1);

/** The active instance's id; 0 if none is active. */
export const useInstanceId = (): number => Math.max(0, useAtomValue(activeInstanceAtom));
