import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/**
 * For an element that can take the focus, around others that come and go: when the focused one is unmounted, the element
 * gets the focus, so that keyboard users go on there. Must be called by the component that renders what comes and goes;
 * returns props of the element.
 */
export function useFocusFallback(around: RefObject<HTMLElement | null>) {
  const focused = useRef<Element>(null);
  // After each render: any of them may have unmounted it.
  useEffect(() => {
    const element = around.current;
    if (!element || !focused.current || focused.current.isConnected) return;
    if (element.ownerDocument.activeElement !== element.ownerDocument.body) return;
    focused.current = null;
    element.focus({ preventScroll: true });
  });
  return {
    onFocus: ({ target }: FocusEvent) => {
      // A menu is elsewhere in the document.
      focused.current = around.current?.contains(target) ? target : null;
    },
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      // From another window, and from a dialog, the focus comes back.
      const isLeft = target !== target.ownerDocument.activeElement && !relatedTarget?.closest('[role="dialog"]');
      if (target.isConnected && isLeft) focused.current = null;
    },
  };
}
