import { useState } from 'react';
import { useStableCallback } from '../ui/hooks/use-stable-callback.ts';
import { nextSort, type TableSort } from './table-column.ts';

/**
 * The order that headers show, and a function that sorts by a column. A click shows at once, although the address, and with it the rows,
 * change in a transition, which may take many frames.
 */
export function useAskedSort(
  sort: TableSort | undefined,
  onSort: ((sort: TableSort | undefined) => void) | undefined,
): { shown: TableSort | undefined; sortBy: (field: string) => void } {
  const [asked, setAsked] = useState<{ before: string; sort: TableSort | undefined }>();
  const current = textOf(sort);
  const shown = asked?.before === current ? asked.sort : sort;
  // Forgotten once the order is another one: otherwise it would show again when the former order does.
  if (asked && asked.before !== current) setAsked(undefined);
  // Stable, so that the header cells do not rerender with every page.
  const sortBy = useStableCallback((field: string) => {
    const next = nextSort(shown, field);
    setAsked({ before: current, sort: next });
    onSort?.(next);
  });
  return { shown, sortBy };
}

const textOf = (sort: TableSort | undefined): string => (sort ? `${sort.direction} ${sort.field}` : '');
