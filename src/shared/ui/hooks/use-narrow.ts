import { useLayoutEffect, useState } from 'react';

/** Below this width, in pixels, the sidebar is a drawer. */
const breakpoint = 768;

/**
 * True while the element (not the window: a host may only give the console a part of it) is too narrow for a sidebar, or for
 * something else that needs `least` pixels.
 */
export function useNarrow(element: HTMLElement, least: number = breakpoint): boolean {
  const [isNarrow, setNarrow] = useState(() => isNarrowNow(element, least));
  useLayoutEffect(() => {
    // Also fires once at the start, after layout: measuring here would force an additional layout of the whole page.
    const observer = new ResizeObserver(() => setNarrow(isNarrowNow(element, least)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, least]);
  return isNarrow;
}

function isNarrowNow(element: HTMLElement, least: number): boolean {
  const width = element.clientWidth;
  return width > 0 && width < least;
}
