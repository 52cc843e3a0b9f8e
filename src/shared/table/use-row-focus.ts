import { type FocusEvent, useRef } from 'react';

/**
 * For a page with a table: if the row that opened a dialog no longer exists when the dialog closes, the focus goes to the table. `page` has
 * props of an element around the table, `onClosed` is for the dialog.
 */
export function useRowFocus() {
  const ref = useRef<HTMLDivElement>(null);
  const opener = useRef<Element>(null);
  const table = () => ref.current?.querySelector<HTMLElement>('[role="region"]');
  return {
    page: {
      ref,
      onFocus: ({ target }: FocusEvent) => {
        if (table()?.contains(target)) opener.current = target;
      },
    },
    onClosed: () => {
      if (opener.current?.isConnected === false) table()?.focus({ preventScroll: true });
    },
  };
}
