import { atom } from 'jotai';

/** The instance that the host requests; `null` if it leaves the choice to the account. */
export const hostInstanceAtom = atom<number | null>(null);
