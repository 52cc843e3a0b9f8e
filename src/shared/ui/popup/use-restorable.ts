import { useEffect, useState } from 'react';

/**
 * The state of a popup whose code may arrive after its button was pressed: closed in its first render, as a popup restores
 * the focus only to the element that had it when the popup opened.
 */
export function useRestorable(opened: boolean): boolean {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return opened && isMounted;
}
