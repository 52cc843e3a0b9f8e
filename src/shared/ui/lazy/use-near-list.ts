import { useEffect, useReducer } from 'react';
import { useNear } from './use-near.ts';

/**
 * Props of a Mantine Select that render its closed list only once pointer or focus come near. Mantine positions it even while it is
 * closed, which lays out the page in the middle of its first rendering.
 */
export function useNearList() {
  const { isNear, near } = useNear();
  const [, rerender] = useReducer((renders: number) => renders + 1, 0);
  // The list stores its id in an effect, and the input refers to it when it renders.
  useEffect(() => {
    if (isNear) rerender();
  }, [isNear]);
  return { ...near, comboboxProps: { keepMounted: isNear } };
}
