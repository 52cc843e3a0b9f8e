import { type FocusEvent, useRef } from 'react';
import { useStableCallback } from '../ui/hooks/use-stable-callback.ts';

/**
 * For a page with a table: if the row that opened a dialog no longer exists when the dialog closes, the focus goes to the table. `page` has
 * props of an element around the table, `onClosed` is for the dialog, `focusTable` for other elements that unmount.
 */
export function useRowFocus() {
  const ref = useRef<HTMLDivElement>(null);
  const opener = useRef<Element>(null);
  const table = () => ref.current?.querySelector<HTMLElement>('[role="region"]');
  const focusTable = useStableCallback(() => table()?.focus({ preventScroll: true }));
  return {
    focusTable,
    page: {
      ref,
      onFocus: ({ target }: FocusEvent) => {
        if (table()?.contains(target)) opener.current = target;
      },
    },
    onClosed: () => {
      if (opener.current?.isConnected === false) focusTable();
    },
  };
}
