import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/**
 * For a focusable element around others that mount and unmount: when the focused one is unmounted, the element gets the focus, so that
 * keyboard users can continue there. Must be called by the component that renders the others; `props` are those of the element. A component
 * inside that renders without it calls `onRendered` in an effect, and a dialog that outlives the element it was opened from `onClosed`.
 */
export function useFocusFallback(around: RefObject<HTMLElement | null>) {
  const focused = useRef<Element>(null);
  const fallBack = () => {
    if (focused.current?.isConnected !== false) return;
    focused.current = null;
    around.current?.focus({ preventScroll: true });
  };
  const onRendered = () => {
    const page = around.current?.ownerDocument;
    if (page && page.activeElement === page.body) fallBack();
  };
  // After each render: any of them may have unmounted it.
  useEffect(onRendered);
  const props = {
    onFocus: ({ target }: FocusEvent) => {
      // A menu is rendered elsewhere in the document.
      focused.current = around.current?.contains(target) ? target : null;
    },
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      // The focus returns from another window, and from a dialog.
      const isBlurred = target !== target.ownerDocument.activeElement && !relatedTarget?.closest('[role="dialog"]');
      if (target.isConnected && isBlurred) focused.current = null;
    },
  };
  return { props, onRendered, onClosed: fallBack };
}
