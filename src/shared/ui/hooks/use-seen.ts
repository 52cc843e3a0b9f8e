import { type RefCallback, useCallback, useState } from 'react';

/** A tenth of the element has to be in view. */
const tenth: IntersectionObserverInit = { threshold: 0.1 };

/**
 * Becomes true once the element has been in view, a tenth of it or as `how` says, and stays so; at once where that cannot
 * be observed. `how` must stay the same object.
 */
export function useSeen(how = tenth): [ref: RefCallback<Element>, isSeen: boolean] {
  const [isSeen, setSeen] = useState(typeof IntersectionObserver === 'undefined');
  const ref = useCallback<RefCallback<Element>>(
    (element) => {
      if (!element || typeof IntersectionObserver === 'undefined') return;
      const observer = new IntersectionObserver((entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setSeen(true);
        observer.disconnect();
      }, how);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [how],
  );
  return [ref, isSeen];
}
