import { type RefObject, type UIEvent, useEffect, useRef } from 'react';

/**
 * Scrolls a table to its top when another page is shown; the horizontal position stays. Reading or setting the scroll position without need
 * would force an early layout, so it is tracked by the returned handler.
 */
export function usePageStart(viewport: RefObject<HTMLElement | null>, offset: number, isStale: boolean) {
  const isScrolled = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the offset of a cached page shows that it is another one
  useEffect(() => {
    if (!isStale && isScrolled.current && viewport.current) viewport.current.scrollTop = 0;
  }, [isStale, offset]);
  return ({ currentTarget }: UIEvent) => {
    isScrolled.current = currentTarget.scrollTop > 0;
  };
}
