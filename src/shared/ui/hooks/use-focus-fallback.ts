import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/**
 * For a focusable element around others that mount and unmount: when the focused one is unmounted, the element gets the focus, so that
 * keyboard users can continue there. Must be called by the component that renders the others; `props` are those of the element. A dialog
 * that outlives the element it was opened from calls `onClosed`.
 */
export function useFocusFallback(around: RefObject<HTMLElement | null>) {
  const focused = useRef<Element>(null);
  const fallBack = () => {
    if (focused.current?.isConnected !== false) return;
    focused.current = null;
    around.current?.focus({ preventScroll: true });
  };
  // After each render: any of them may have unmounted it.
  useEffect(() => {
    const page = around.current?.ownerDocument;
    if (page && page.activeElement === page.body) fallBack();
  });
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
  return { props, onClosed: fallBack };
}
