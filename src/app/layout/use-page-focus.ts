import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * When the focused page is unmounted, focuses the next one, so that keyboard users can continue there. Switching
 * instances (`isSuccessor`) remounts the whole layout, and its page counts as the next one.
 */
export function usePageFocus(page: RefObject<HTMLElement | null>, isSuccessor: boolean): void {
  const { pathname } = useLocation();
  const lastPath = useRef(isSuccessor ? null : pathname);
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    if (document.activeElement === document.body) page.current?.focus({ preventScroll: true });
  }, [pathname, page]);
}
