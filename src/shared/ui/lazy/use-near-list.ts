import { useEffect, useReducer } from 'react';
import { useNear } from './use-near.ts';

/**
 * Whether to render the closed list of a Mantine Select (`keepMounted`): once pointer or focus come near, which the handlers in `near`
 * detect. Mantine positions a list even while it is closed, which lays out the page in the middle of its first rendering.
 */
export function useNearList() {
  const { isNear, comeNear, near } = useNear();
  const [, rerender] = useReducer((renders: number) => renders + 1, 0);
  // The list stores its id in an effect, and the input refers to it when it renders.
  useEffect(() => {
    if (isNear) rerender();
  }, [isNear]);
  // Assistive technology may open it by a click alone.
  return { isNear, near: { ...near, onDropdownOpen: comeNear } };
}
