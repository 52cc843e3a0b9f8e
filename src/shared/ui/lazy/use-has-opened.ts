import { useState } from 'react';

/**
 * True from the first time that `isOpen` is true: a lazy dialog is mounted then and stays mounted, so that it can play its
 * closing transition and restore the focus.
 */
export function useHasOpened(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return isOpen || wasOpen;
}
