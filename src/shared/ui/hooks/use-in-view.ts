import { type RefCallback, useCallback, useState } from 'react';

/** A tenth of the element must be visible. */
const tenth: IntersectionObserverInit = { threshold: 0.1 };

/** Becomes true, and stays so, once a tenth of the element has been visible. True from the start without IntersectionObserver. */
export function useInView(): [ref: RefCallback<Element>, isSeen: boolean] {
  const [isSeen, setSeen] = useState(typeof IntersectionObserver === 'undefined');
  const ref = useCallback<RefCallback<Element>>((element) => {
    if (!element || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      setSeen(true);
      observer.disconnect();
    }, tenth);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, isSeen];
}
