import { useState } from 'react';

/** Whether an element has been hovered or focused, to defer rendering what is only needed then. */
export function useNear() {
  const [isNear, setNear] = useState(false);
  const comeNear = () => setNear(true);
  return { isNear, comeNear, near: { onPointerEnter: comeNear, onFocus: comeNear } } as const;
}
