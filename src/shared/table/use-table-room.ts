import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { useStableCallback } from '../ui/hooks/use-stable-callback.ts';
import { useViewportSize } from './use-viewport-size.ts';

/** The height of an element's horizontal scrollbar, in pixels. */
const scrollbarOf = (element: HTMLElement | null): number =>
  element ? Math.max(0, element.offsetHeight - element.clientHeight - 2 * element.clientTop) : 0;

/** The width of a table's viewport in pixels; `onHeight` is called with its height, scrollbar included, once the table has rows, and when it changes. */
export function useTableRoom(
  viewport: RefObject<HTMLElement | null>,
  hasRows: boolean,
  onHeight: ((height: number) => void) | undefined,
): number {
  const measured = useRef<number>(undefined);
  // An expected height usually comes from another table.
  const report = useStableCallback(() => {
    if (hasRows && measured.current !== undefined) onHeight?.(measured.current);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows may load after the height is known
  useEffect(report, [hasRows]);
  const { width } = useViewportSize(
    viewport,
    useCallback(
      ({ height }) => {
        measured.current = height + scrollbarOf(viewport.current);
        report();
      },
      [viewport, report],
    ),
  );
  return width;
}
