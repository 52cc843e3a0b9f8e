import { useEffectEvent, useLayoutEffect } from 'react';
import { useServices } from '../../services/services.ts';

/**
 * Calls `handle` for keys pressed while the focus is in this console or nowhere, for keys that a page answers whatever has
 * the focus. A key pressed in a dialog or popover is not the page's.
 */
export function useKey(isWanted: (event: KeyboardEvent) => boolean, handle: (event: KeyboardEvent) => void): void {
  const { root, overlay } = useServices();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isWanted(event)) return;
    event.preventDefault();
    handle(event);
  });
  // Before the first painting: who sees the page may press the key.
  useLayoutEffect(() => {
    const document = root.ownerDocument;
    const listen = (event: KeyboardEvent) => {
      const target = event.target instanceof Node ? event.target : document.body;
      const isOurs = root.contains(target) || target === document.body || target === document.documentElement;
      const isCovered = overlay.querySelector('[role="dialog"][aria-modal="true"]') !== null;
      if (isOurs && !isCovered && !event.defaultPrevented) press(event);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [root, overlay]);
}

/** True where a pressed key is text that somebody is typing. */
export const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
