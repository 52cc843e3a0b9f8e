import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** The router state with which the palette opens pages: the focus goes there, not back to what had it. */
export const takesFocus = { takesFocus: true };

/**
 * When the focused page is unmounted, or the next one takes the focus, focuses that one, so that keyboard users can continue there. Switching
 * instances (`isSuccessor`) remounts the whole layout, and its page counts as the next one.
 */
export function usePageFocus(page: RefObject<HTMLElement | null>, isSuccessor: boolean): void {
  const { pathname, state } = useLocation();
  const isTaken = (state as Partial<typeof takesFocus> | null)?.takesFocus === true;
  const lastPath = useRef(isSuccessor ? null : pathname);
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    const isElsewhere = isTaken && !page.current?.contains(document.activeElement);
    if (isElsewhere || document.activeElement === document.body) page.current?.focus({ preventScroll: true });
  }, [pathname, isTaken, page]);
}
