import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useServices } from '../../../shared/services/services.ts';
import { isPressed } from '../../../shared/ui/actions/keys.ts';
import { paletteKeys } from './palette-state.ts';

/** How long keys are collected at most, in milliseconds: code that takes longer may never come. */
const longestWait = 5000;

const inputs = 'input, textarea, select, [contenteditable]';

/**
 * Collects what is typed after the palette was opened until its input has the focus: while its code loads, letters would go
 * to the page, or be its shortcuts. Ends early once the user turns to another input. Returns a function that ends this, and returns what was typed.
 */
export function useTypedEarly(isOpen: boolean, onClose: () => void): () => string {
  const { root, overlay } = useServices();
  const typed = useRef<string | null>(null);
  const receive = useEffectEvent((event: KeyboardEvent) => {
    const isOurs = event.target === document.body || (event.target instanceof Node && root.contains(event.target));
    if (typed.current === null || !isOurs) return;
    if (event.key === 'Escape' || isPressed(paletteKeys, event)) onClose();
    // AltGr, with which @ is typed on many keyboards, is reported as Ctrl+Alt.
    else if ((event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')) return;
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
    const stop = () => {
      typed.current = null;
    };
    // The palette itself is in the overlay.
    const stopInInput = ({ target }: Event) => {
      if (target instanceof HTMLElement && !overlay.contains(target) && target.matches(inputs)) stop();
    };
    document.addEventListener('keydown', collect, true);
    document.addEventListener('focusin', stopInInput, true);
    document.addEventListener('pointerdown', stopInInput, true);
    const timer = setTimeout(stop, longestWait);
    return () => {
      stop();
      clearTimeout(timer);
      document.removeEventListener('keydown', collect, true);
      document.removeEventListener('focusin', stopInInput, true);
      document.removeEventListener('pointerdown', stopInInput, true);
    };
  }, [isOpen, root, overlay]);
  return () => {
    const text = typed.current ?? '';
    typed.current = null;
    return text;
  };
}
