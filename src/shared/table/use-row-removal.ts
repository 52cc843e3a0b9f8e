import { useRef } from 'react';

/**
 * For a page with a table: where a dialog has removed the row that it was opened from, the focus has no place to go back to, and
 * goes to the table. `page` is for an element around the table, the rest for the dialog.
 */
export function useRowRemoval() {
  const page = useRef<HTMLDivElement>(null);
  const isRemoved = useRef(false);
  return {
    page,
    onRemoved: () => {
      isRemoved.current = true;
    },
    onClosed: () => {
      if (isRemoved.current)
        page.current?.querySelector<HTMLElement>('[role="region"]')?.focus({ preventScroll: true });
      isRemoved.current = false;
    },
  };
}

/** What a dialog that removes a row tells. */
export type RowRemoval = Omit<ReturnType<typeof useRowRemoval>, 'page'>;
