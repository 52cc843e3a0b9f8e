import { startTransition, useOptimistic } from 'react';
import { useStableCallback } from '../ui/hooks/use-stable-callback.ts';
import { nextSort, type TableSort } from './table-column.ts';

/** Sorts a list; the promise ends once its address has changed, or something else has opened another one. */
export type SortList = (sort: TableSort | undefined) => Promise<void> | void;

/**
 * The order that headers show, and a function that sorts by a column. A click shows at once, although the address, and with it the rows,
 * change in a transition, which may take many frames.
 */
export function useAskedSort(
  sort: TableSort | undefined,
  onSort: SortList | undefined,
): { shown: TableSort | undefined; sortBy: (field: string) => void } {
  const [shown, show] = useOptimistic(sort);
  // Stable, so that the header cells do not rerender with every page.
  const sortBy = useStableCallback((field: string) => {
    const next = nextSort(shown, field);
    startTransition(async () => {
      show(next);
      await onSort?.(next);
    });
  });
  return { shown, sortBy };
}
