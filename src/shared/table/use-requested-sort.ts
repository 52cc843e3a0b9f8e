import { startTransition, useState } from 'react';
import { useStableCallback } from '../ui/hooks/use-stable-callback.ts';
import { nextSort, type TableSort } from './table-column.ts';

/** Sorts a list; the promise ends once its address has changed, or something else has opened another one. */
export type SortList = (sort: TableSort | undefined) => Promise<void> | void;

/**
 * The order that a click on a header has requested, and a function that sorts by a column. A click shows at once, although the address,
 * and with it the rows, change in a transition, which may take many frames.
 */
export function useRequestedSort(
  sort: TableSort | undefined,
  onSort: SortList | undefined,
): { requested: TableSort | undefined; sortBy: (field: string) => void } {
  const [clicked, setClicked] = useState<{ sort: TableSort | undefined }>();
  const requested = clicked ? clicked.sort : sort;
  // Stable, so that the header cells do not rerender with every page.
  const sortBy = useStableCallback(async (field: string) => {
    const click = { sort: nextSort(requested, field) };
    setClicked(click);
    // Not a React action: all other transitions, and so navigation, would wait for it.
    try {
      await onSort?.(click.sort);
    } finally {
      // In a transition, as the address changes in one that is still to be rendered.
      startTransition(() => setClicked((last) => (last === click ? undefined : last)));
    }
  });
  return { requested, sortBy };
}
