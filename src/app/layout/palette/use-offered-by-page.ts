import { useAtomValue, useSetAtom } from 'jotai';
import { useLayoutEffect, useState } from 'react';
import { useServices } from '../../../shared/services/services.ts';
import { menusWantedAtom, offeredEntriesAtom } from '../../../shared/ui/actions/offered-menus.ts';
import { IconBolt } from '../../../shared/ui/icons/bolt.ts';
import type { Entry } from './entries.ts';

const pressable = ':is(a[href], button:not(:disabled, [aria-disabled="true"]))';

/** The links and enabled buttons in marked elements of a page, and marked ones, in their order. */
const findOffered = (page: ParentNode): HTMLElement[] =>
  [
    ...page.querySelectorAll<HTMLElement>(`[data-offers-actions] ${pressable}, ${pressable}[data-offers-actions]`),
  ].filter((element) => isVisible(element) && nameOf(element) !== '');

/** Parts of a page may be mounted but hidden. jsdom has no layout, and no method that knows. */
const isVisible = (element: HTMLElement) =>
  !('checkVisibility' in element) || element.checkVisibility({ visibilityProperty: true });

const nameOf = (element: HTMLElement) => (element.getAttribute('aria-label') ?? element.textContent).trim();

/**
 * What the page behind the palette offers with buttons, links and menus of its own, as it was when the palette was opened: each is pressed,
 * and in place of the button of a menu are its entries.
 */
export function useOfferedByPage(): Entry[] {
  const { root } = useServices();
  const [elements] = useState(() => findOffered(root));
  const setMenusWanted = useSetAtom(menusWantedAtom);
  useLayoutEffect(() => {
    setMenusWanted(true);
    return () => setMenusWanted(false);
  }, [setMenusWanted]);
  const entries = useAtomValue(offeredEntriesAtom);
  return elements.flatMap((element): Entry[] => {
    const name = nameOf(element);
    const ofMenu = entries.filter(({ button }) => button === element);
    if (ofMenu.length > 0)
      return ofMenu.map(({ label, Icon, run }) => ({ key: `${name} ${label}`, label, about: name, Icon, run }));
    const run = () => {
      element.focus();
      element.click();
    };
    return [{ key: `offered ${name}`, label: name, Icon: IconBolt, run }];
  });
}
