import { atom } from 'jotai';

/** The parts of the console around its pages. */
export interface Chrome {
  header: boolean;
  sidebar: boolean;
}

/** A host can hide either, and then has to offer its functions itself. */
export const chromeAtom = atom<Chrome>({ header: true, sidebar: true });

/** Where the user can choose an instance, as the end of a sentence. */
export const instanceSwitcherPlaceAtom = atom((get) =>
  get(chromeAtom).header ? 'in the header' : 'in the application around this console',
);
