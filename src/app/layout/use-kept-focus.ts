import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Where the page that had the focus has gone, the next one gets it, so that the keyboard goes on there. With another
 * instance (`isSuccessor`) the whole frame is drawn anew, and its page follows the one of the frame before.
 */
export function useKeptFocus(page: RefObject<HTMLElement | null>, isSuccessor: boolean): void {
  const { pathname } = useLocation();
  const shown = useRef(isSuccessor ? null : pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (document.activeElement === document.body) page.current?.focus({ preventScroll: true });
  }, [pathname, page]);
}
