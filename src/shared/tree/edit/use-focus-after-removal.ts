import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useServices } from '../../services/services.ts';

/**
 * Wraps actions that may remove the focused element: then the tree in the editor gets the focus, or the button that adds a row to an empty
 * one.
 */
export function useFocusAfterRemoval(editor: RefObject<HTMLElement | null>) {
  const { root } = useServices();
  return <A extends unknown[]>(act: (...args: A) => void) =>
    (...args: A) => {
      flushSync(() => act(...args));
      const page = root.ownerDocument;
      if (page.activeElement !== null && page.activeElement !== page.body) return;
      (editor.current?.querySelector<HTMLElement>('[role="tree"], [data-new]') ?? editor.current)?.focus();
    };
}
