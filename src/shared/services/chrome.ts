import { atom } from 'jotai';

/** The parts of the console around its pages. */
export interface Chrome {
  header: boolean;
  sidebar: boolean;
}

/** A host can hide either, and then has to offer its functions itself. */
export const chromeAtom = atom<Chrome>({ header: true, sidebar: true });
