import { atom, useSetAtom } from 'jotai';
import { useLayoutEffect, useMemo } from 'react';
import { usePageEvent } from '../hooks/use-page-event.ts';
import { useStableCallback } from '../hooks/use-stable-callback.ts';
import type { ListedKeys } from './key-list.ts';
import { isPressed, type Keys } from './keys.ts';

/** Something that a page offers: the palette lists it, the list of shortcuts those with keys. */
export interface PageAction {
  label: string;
  /** The first is shown. */
  keys: readonly Keys[];
  run: () => void;
}

const shownAtom = atom<readonly PageAction[]>([]);

/** The actions of the mounted pages and parts of them, the first mounted first. */
export const pageActionsAtom = atom((get) => get(shownAtom));

const listedAtom = atom<readonly ListedKeys[]>([]);

/** The keys that parts of the page handle themselves. */
export const pageKeysAtom = atom((get) => get(listedAtom));

/** Adds the keys of a part of the page to the list of shortcuts, for as long as the component is mounted. */
export function useListedKeys(keys: Readonly<Record<string, ListedKeys>>): void {
  const setListed = useSetAtom(listedAtom);
  useLayoutEffect(() => {
    const pageKeys = Object.values(keys);
    setListed((listed) => [...listed, ...pageKeys]);
    return () => setListed((listed) => listed.filter((other) => !pageKeys.includes(other)));
  }, [keys, setListed]);
}

interface Offer {
  label: string;
  keys?: Keys | readonly Keys[];
  /** True while it cannot be used. */
  isOff?: boolean;
  /** Which presses of the keys count; all by default. */
  accepts?: (event: KeyboardEvent) => boolean;
}

const none: readonly Keys[] = [];

/**
 * Offers an action for as long as the component is mounted. Its keys work anywhere on the page, except in a dialog or popover; `run` gets
 * the event of the keys.
 */
export function usePageAction(
  { label, keys = none, isOff = false, accepts }: Offer,
  run: (event?: KeyboardEvent) => void,
): void {
  const setShown = useSetAtom(shownAtom);
  const start = useStableCallback(() => run());
  const all = typeof keys === 'string' ? keys : keys.join(' ');
  const action = useMemo(() => ({ label, keys: all === '' ? none : all.split(' '), run: start }), [label, all, start]);
  useLayoutEffect(() => {
    if (isOff) return undefined;
    setShown((visible) => [...visible, action]);
    return () => setShown((visible) => visible.filter((other) => other !== action));
  }, [action, isOff, setShown]);
  usePageEvent('keydown', (event) => {
    if (isOff || !action.keys.some((one) => isPressed(one, event)) || accepts?.(event) === false) return;
    event.preventDefault();
    run(event);
  });
}
