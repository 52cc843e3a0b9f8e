import { type RefObject, useEffect, useState } from 'react';
import { useStableCallback } from '../../../../shared/ui/hooks/use-stable-callback.ts';

/** Pixels: as wide as in items-list.module.css, and its distance to what it belongs to. */
const width = 320;
const distance = 6;

interface FilterPopoverOptions {
  form: RefObject<HTMLFormElement | null>;
  /** The button that opens it, too. */
  toggle: RefObject<HTMLElement | null>;
  /** Called as a press elsewhere closes it. */
  onLeave: () => void;
}

/** Where the form of a filter floats: below its chip, or below the button that adds one; closed by a press elsewhere. */
export function useFilterPopover({ form, toggle, onLeave }: FilterPopoverOptions) {
  const [position, setPosition] = useState<{ left: number; top: number }>();
  const isOpen = position !== undefined;
  const leave = useStableCallback((event: Event) => {
    const pressed = event.composedPath()[0];
    if (!(pressed instanceof Element) || form.current?.contains(pressed) || toggle.current?.contains(pressed)) return;
    // The lists of its selects float, and are elsewhere in the document.
    if (pressed.closest('[data-position]')) return;
    setPosition(undefined);
    onLeave();
  });
  useEffect(() => {
    if (!isOpen) return;
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [isOpen, leave]);
  return {
    isOpen,
    position,
    openAt: (element: Element) => {
      const bar = form.current?.parentElement?.getBoundingClientRect();
      const { left, bottom } = element.getBoundingClientRect();
      if (!bar) return;
      const most = Math.max(0, bar.width - width);
      setPosition({ left: Math.min(most, Math.max(0, left - bar.left)), top: bottom - bar.top + distance });
    },
    close: () => setPosition(undefined),
  };
}
