import { atom } from 'jotai';

/** The instance that the host asks for; `null` where it leaves the choice to the account. */
export const hostInstanceAtom = atom<number | null>(null);
