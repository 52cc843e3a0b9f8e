import { useSetAtom } from 'jotai';
import { useLayoutEffect } from 'react';
import { offeredEntriesAtom } from '../actions/offered-menus.ts';
import { useStableCallback } from '../hooks/use-stable-callback.ts';
import type { Icon } from '../icons/icon.ts';
import type { LazyPopup } from './lazy-popup.tsx';

/** Has the palette list the entries of a menu while it is mounted, if the page offers the menu. */
export function useOfferedEntries<Action extends { label: string; Icon: Icon }>(
  { isOffered = false, button: { ref } }: LazyPopup,
  actions: readonly Action[],
  choose: (action: Action) => void,
): void {
  const setEntries = useSetAtom(offeredEntriesAtom);
  const start = useStableCallback(choose);
  useLayoutEffect(() => {
    const button = ref.current;
    if (!isOffered || !button) return undefined;
    const entries = actions.map((action) => ({
      button,
      label: action.label,
      Icon: action.Icon,
      run: () => start(action),
    }));
    setEntries((all) => [...all, ...entries]);
    return () => setEntries((all) => all.filter((other) => !entries.some((entry) => entry === other)));
  }, [isOffered, ref, actions, start, setEntries]);
}
