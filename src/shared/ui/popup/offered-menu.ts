import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { menusWantedAtom } from '../actions/offered-menus.ts';
import { type LazyPopup, useLazyPopup } from './lazy-popup.tsx';

/** A menu in the header or tools of a page. It is mounted when the palette opens, too, which lists its entries. */
export function useOfferedMenu(): LazyPopup {
  const menu = useLazyPopup('menu');
  const isWanted = useAtomValue(menusWantedAtom);
  const [wasWanted, setWasWanted] = useState(isWanted);
  if (isWanted && !wasWanted) setWasWanted(true);
  return { ...menu, isNear: menu.isNear || wasWanted, isOffered: true };
}
