import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useServices } from '../services/services.ts';
import type { AccessResult } from './use-refusal.ts';

/** The access to a page: it is shown, refused, or not known yet. */
type Shown = 'shown' | 'refused' | 'pending';

/** The state of a page for this result of its access check. */
export const shownBy = (refusal: AccessResult): Shown =>
  refusal === null ? 'shown' : refusal === 'unknown' ? 'pending' : 'refused';

/**
 * True for a page that stays although its access was lost: it was shown before and has unsaved changes, which would otherwise be lost
 * without a question. It stays until the user leaves its path.
 */
export function useIsRetained(state: Shown): boolean {
  const { unsavedChanges } = useServices();
  const { pathname } = useLocation();
  const [shownAt, setShownAt] = useState<string>();
  const [retainedAt, setRetainedAt] = useState<string>();
  if (state === 'shown') {
    if (shownAt !== pathname) setShownAt(pathname);
    if (retainedAt !== undefined) setRetainedAt(undefined);
    return false;
  }
  if (state === 'pending') return false;
  // Decided once: while the page is being left, nothing counts as unsaved any more, but the page is still rendered.
  const isRetained = retainedAt === pathname || (shownAt === pathname && unsavedChanges.isDirty());
  if (isRetained && retainedAt !== pathname) setRetainedAt(pathname);
  return isRetained;
}
