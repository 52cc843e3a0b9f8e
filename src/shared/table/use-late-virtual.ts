import { useEffect, useState } from 'react';
import { lateCode } from '../ui/lazy/late-code.ts';
import type { Virtual } from './virtual.ts';

const code = lateCode(() => import('./virtual.ts').then((m) => m.virtual));

/** The code that windows a list, loaded when needed: undefined before, null if loading has failed. */
export function useLateVirtual(isNeeded: boolean): Virtual | null | undefined {
  const [virtual, setVirtual] = useState<Virtual | null | undefined>(code.get);
  const isMissing = isNeeded && !virtual;
  useEffect(() => {
    if (!isMissing) return;
    let isGone = false;
    const set = (loaded: Virtual | null) => {
      if (!isGone) setVirtual(loaded);
    };
    code.fetch().then(set, () => set(null));
    return () => {
      isGone = true;
    };
  }, [isMissing]);
  return virtual;
}
