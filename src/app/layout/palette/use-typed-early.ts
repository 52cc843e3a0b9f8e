import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useServices } from '../../../shared/services/services.ts';
import { isPressed } from '../../../shared/ui/actions/keys.ts';
import { paletteKeys } from './palette-state.ts';

/**
 * Collects what is typed after the palette was opened until its input has the focus: while its code loads, letters would go
 * to the page, or be its shortcuts. Returns a function that ends this, and returns what was typed.
 */
export function useTypedEarly(isOpen: boolean, onClose: () => void): () => string {
  const { root } = useServices();
  const typed = useRef<string | null>(null);
  const receive = useEffectEvent((event: KeyboardEvent) => {
    const isOurs = event.target === document.body || (event.target instanceof Node && root.contains(event.target));
    if (typed.current === null || !isOurs) return;
    if (event.key === 'Escape' || isPressed(paletteKeys, event)) onClose();
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1);
    else if (event.key.length === 1) typed.current += event.key;
    // Enter would press what has the focus on the page.
    else if (event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
  });
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    typed.current = '';
    const document = root.ownerDocument;
    const collect = (event: KeyboardEvent) => receive(event);
    document.addEventListener('keydown', collect, true);
    return () => {
      typed.current = null;
      document.removeEventListener('keydown', collect, true);
    };
  }, [isOpen, root]);
  return () => {
    const text = typed.current ?? '';
    typed.current = null;
    return text;
  };
}
