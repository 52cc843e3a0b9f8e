import { type RefObject, useEffect, useEffectEvent } from 'react';
import { coveredWidth, type PinnedColumns } from './pinned-columns.ts';

interface Revealed {
  /** The id of the column; undefined for none. */
  column: string | undefined;
  columns: readonly { id: string }[];
  widths: readonly number[];
  pinned: PinnedColumns;
  viewport: RefObject<HTMLElement | null>;
  /** False while the widths depend on rows that are still loading. */
  isReady: boolean;
}

/** Scrolls a table sideways when another column is named, so that it is next to the columns that stay in view. */
export function useRevealedColumn({ column, columns, widths, pinned, viewport, isReady }: Revealed): void {
  const reveal = useEffectEvent(() => {
    const element = viewport.current;
    const index = columns.findIndex(({ id }) => id === column);
    if (!element || index < pinned.count) return;
    const start = widths.slice(0, index).reduce((sum, width) => sum + width, 0);
    const end = start + (widths[index] ?? 0);
    const covered = coveredWidth(pinned, widths);
    const { scrollLeft, clientWidth } = element;
    if (start >= scrollLeft + covered && end <= scrollLeft + clientWidth) return;
    element.scrollLeft = start - covered;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another column is scrolled to
  useEffect(() => {
    if (isReady) reveal();
  }, [column, isReady]);
}
