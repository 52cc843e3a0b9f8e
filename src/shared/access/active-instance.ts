import { atom, useAtomValue } from 'jotai';

/** The instance whose content is shown: 0 none, -1 not known yet. One value a mount, because each mount has its own store. */
export const activeInstanceAtom = atom(-1);

/** The active instance's id; 0 where none is chosen. */
export const useInstanceId = (): number => Math.max(0, useAtomValue(activeInstanceAtom));
