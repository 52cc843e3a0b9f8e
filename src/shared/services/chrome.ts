import { atom } from 'jotai';

/** What of the console is around its pages. */
export interface Chrome {
  header: boolean;
  sidebar: boolean;
}

/** A host can leave either out, and then offers itself what is only there. */
export const chromeAtom = atom<Chrome>({ header: true, sidebar: true });
