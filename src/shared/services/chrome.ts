import { atom } from 'jotai';

/** The parts of the console around its pages. */
export interface Chrome {
  header: boolean;
  sidebar: boolean;
}

/** A host can leave either out, and then offers itself what is only there. */
export const chromeAtom = atom<Chrome>({ header: true, sidebar: true });
