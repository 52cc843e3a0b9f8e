import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useInstanceId } from '../../shared/session/active-instance.ts';

/** Where the page that had the focus has gone, the next one gets it, so that the keyboard goes on there. */
export function useKeptFocus(page: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  // A page is drawn anew for another instance, too.
  const place = `${useInstanceId()} ${pathname}`;
  const shown = useRef(place);
  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    if (document.activeElement === document.body) page.current?.focus({ preventScroll: true });
  }, [place, page]);
}
