import { useEffectEvent, useLayoutEffect } from 'react';
import { useServices } from '../../services/services.ts';

/**
 * Handles an event that works anywhere on a page: calls `handle` while the focus is in this console or nowhere (of a part:
 * only in it), unless the event was handled already. Events in a dialog or popover are ignored.
 */
export function usePageEvent<T extends 'keydown' | 'paste' | 'copy' | 'cut'>(
  type: T,
  handle: (event: DocumentEventMap[T]) => void,
): void {
  const { root, overlay, part } = useServices();
  const receive = useEffectEvent(handle);
  // Before the first paint, as users may press the key as soon as they see the page.
  useLayoutEffect(() => {
    const document = root.ownerDocument;
    const listen = (event: DocumentEventMap[T]) => {
      const target = event.target instanceof Node ? event.target : document.body;
      const isNowhere = target === document.body || target === document.documentElement;
      const isOurs = root.contains(target) || (isNowhere && !part);
      const isCovered = overlay.querySelector('[role="dialog"][aria-modal="true"]') !== null;
      if (isOurs && !isCovered && !event.defaultPrevented) receive(event);
    };
    document.addEventListener(type, listen);
    return () => document.removeEventListener(type, listen);
  }, [root, overlay, part, type]);
}

/** True if an event is part of typing text, also if it opens the editor of a cell in a grid that can be edited. */
export const isTyping = ({ target }: Event): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="grid"]:not([aria-readonly="true"]) *'));
