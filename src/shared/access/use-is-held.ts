import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useServices } from '../services/services.ts';

/**
 * Whether a page that may not be shown any more stays all the same: where it was shown and something typed in it is not saved, as
 * that would be lost without a question. It stays until the person leaves its path.
 */
export function useIsHeld(isRefused: boolean): boolean {
  const { unsavedChanges } = useServices();
  const { pathname } = useLocation();
  const shownAt = useRef<string>(undefined);
  const heldAt = useRef<string>(undefined);
  useEffect(() => {
    if (!isRefused) shownAt.current = pathname;
  }, [isRefused, pathname]);

  if (!isRefused) heldAt.current = undefined;
  // Decided once: on the way out nothing counts as unsaved any more, and the page is still there for a moment.
  else if (shownAt.current === pathname && heldAt.current !== pathname && unsavedChanges.isDirty())
    heldAt.current = pathname;
  return isRefused && heldAt.current === pathname;
}
