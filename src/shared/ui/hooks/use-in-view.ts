import { type RefCallback, useCallback, useState } from 'react';

/** A tenth of the element must be visible. */
const tenth: IntersectionObserverInit = { threshold: 0.1 };

/**
 * Becomes true, and stays so, once the element has been visible: a tenth of it by default, or as the options `how` define.
 * True from the start without IntersectionObserver. `how` must be a stable object.
 */
export function useInView(how = tenth): [ref: RefCallback<Element>, isSeen: boolean] {
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
