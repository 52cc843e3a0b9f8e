import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useServices } from '../services/services.ts';
import type { AccessResult } from './use-refusal.ts';

/** What is known of a page: that it is shown, that it may not be shown, or neither yet. */
type Shown = 'shown' | 'refused' | 'pending';

/** How a page with this answer to whether it may be shown is drawn. */
export const shownBy = (refusal: AccessResult): Shown =>
  refusal === null ? 'shown' : refusal === 'unknown' ? 'pending' : 'refused';

/**
 * Whether a page that may not be shown any more stays all the same: where it was shown and something typed in it is not saved, as
 * that would be lost without a question. It stays until the person leaves its path.
 */
export function useIsHeld(shown: Shown): boolean {
  const { unsavedChanges } = useServices();
  const { pathname } = useLocation();
  const shownAt = useRef<string>(undefined);
  const heldAt = useRef<string>(undefined);
  useEffect(() => {
    if (shown === 'shown') shownAt.current = pathname;
  }, [shown, pathname]);

  if (shown === 'shown') heldAt.current = undefined;
  if (shown !== 'refused') return false;
  // Decided once: on the way out nothing counts as unsaved any more, and the page is still there for a moment.
  if (shownAt.current === pathname && heldAt.current !== pathname && unsavedChanges.isDirty())
    heldAt.current = pathname;
  return heldAt.current === pathname;
}
