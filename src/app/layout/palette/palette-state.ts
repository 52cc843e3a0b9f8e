import { atom } from 'jotai';
import { commonKeys } from '../../../shared/ui/actions/keys.ts';

/** Which of them is open: the search of everything, or the list of shortcuts. */
export const paletteAtom = atom<'palette' | 'shortcuts' | null>(null);

/** The keys that open and close the palette. */
export const paletteKeys = commonKeys.palette;
