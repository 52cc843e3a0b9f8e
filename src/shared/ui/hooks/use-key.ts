import { useEffectEvent, useLayoutEffect } from 'react';
import { useServices } from '../../services/services.ts';

/**
 * Handles keys that work anywhere on a page: calls `handle` while the focus is in this console or nowhere. Keys pressed in
 * a dialog or popover are ignored.
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

/** True if a key press is part of typing text. */
export const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
