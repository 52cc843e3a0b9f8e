import { useSyncExternalStore } from 'react';
import { BubbleButton } from './bubble-button.tsx';
import type { BubbleProps } from './bubbles.ts';

/**
 * The comments at a field: their number, or a button that begins the first one while the field is hovered or focused. That one is no stop
 * of Tab, as every field has it: its keys are those of the page action.
 */
export function Bubble({ bubbles, name, spot, label, isFolded = false }: BubbleProps) {
  const count = useSyncExternalStore(bubbles.subscribe, () => bubbles.countAt(spot, isFolded));
  const isNear = useSyncExternalStore(bubbles.subscribe, () => bubbles.isNear(name));
  if (!count && !isNear) return null;
  const open = () => bubbles.open(spot);
  return <BubbleButton count={count} label={label} spot={spot} tabIndex={count ? 0 : -1} onClick={open} />;
}
