import { useSyncExternalStore } from 'react';

/** As in styles: up to this width, the buttons above a list are icons. */
const query = '(max-width: 768px)';

/** True in a window of a phone, where menus have the actions that wide windows show; false without layout, as in tests. */
export const isNarrowWindow = (): boolean => window.matchMedia?.(query).matches ?? false;

/** The same, following the window. */
export const useNarrowWindow = (): boolean => useSyncExternalStore(follow, isNarrowWindow);

function follow(onChange: () => void): () => void {
  const media = window.matchMedia?.(query);
  media?.addEventListener('change', onChange);
  return () => media?.removeEventListener('change', onChange);
}
