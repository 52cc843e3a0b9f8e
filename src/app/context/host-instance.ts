import { atom } from 'jotai';

/** The instance that the host requests, or that the tab had before a reload; `null` leaves the choice to the account. */
export const hostInstanceAtom = atom<number | null>(null);
