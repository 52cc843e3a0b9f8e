import { atom } from 'jotai';
import type { Icon } from '../icons/icon.ts';

/** True while the palette is open: the menus of the page are mounted, which it lists. */
export const menusWantedAtom = atom(false);

/** An entry of a mounted menu, which is as the menu itself declares it. */
interface OfferedEntry {
  /** The button of the menu. */
  button: HTMLElement;
  label: string;
  Icon: Icon;
  run: () => void;
}

/** The entries of the mounted menus that the page offers. */
export const offeredEntriesAtom = atom<readonly OfferedEntry[]>([]);
