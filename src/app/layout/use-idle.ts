import { useEffect, useState } from 'react';
import { whenIdle } from '../../shared/ui/lazy/when-idle.ts';

/** True once the browser was idle, so that what a page itself needs is loaded first. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle;
}
