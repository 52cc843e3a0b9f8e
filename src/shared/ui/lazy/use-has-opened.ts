import { useState } from 'react';

/**
 * True from the first time that `isOpen` is: a dialog whose code arrives late is mounted then, and stays, so that it can
 * close in its own time and give the focus back.
 */
export function useHasOpened(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return isOpen || wasOpen;
}
