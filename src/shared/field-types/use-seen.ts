import { type RefCallback, useCallback, useState } from 'react';

/** How much of an element has to be in view. */
const threshold = 0.1;

/** Becomes true once a tenth of the element has been in view, and stays so; at once where that cannot be observed. */
export function useSeen(): [ref: RefCallback<Element>, isSeen: boolean] {
  const [isSeen, setSeen] = useState(typeof IntersectionObserver === 'undefined');
  const ref = useCallback<RefCallback<Element>>((element) => {
    if (!element || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setSeen(true);
        observer.disconnect();
      },
      { threshold },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, isSeen];
}
