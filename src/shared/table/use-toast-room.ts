import { type RefObject, useLayoutEffect } from 'react';
import { useServices } from '../services/services.ts';

/** Keeps toasts above an element at the end of the page, with its height as `--qm-toast-room` on their container. */
export function useToastRoom(element: RefObject<HTMLElement | null>): void {
  const { overlay } = useServices();
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(() => {
      overlay.style.setProperty('--qm-toast-room', `${current.offsetHeight}px`);
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
      overlay.style.removeProperty('--qm-toast-room');
    };
  }, [element, overlay]);
}
