import { useState } from 'react';

/** Whether somebody has come to an element by pointer or focus: what only they need is drawn from then on. */
export function useNear() {
  const [isNear, setNear] = useState(false);
  const comeNear = () => setNear(true);
  return { isNear, comeNear, near: { onPointerEnter: comeNear, onFocus: comeNear } } as const;
}
