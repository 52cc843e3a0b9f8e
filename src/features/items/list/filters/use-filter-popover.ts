import { type RefObject, useEffect, useState } from 'react';
import { useStableCallback } from '../../../../shared/ui/hooks/use-stable-callback.ts';

/** Pixels: as wide as in items-list.module.css, and its distance to what it belongs to. */
const width = 320;
const distance = 6;

interface FilterPopoverOptions {
  /** What it is placed in. */
  bar: RefObject<HTMLElement | null>;
  form: RefObject<HTMLFormElement | null>;
  /** The button that opens it, too. */
  toggle: RefObject<HTMLElement | null>;
  /** Called as a press or the focus elsewhere closes it. */
  onLeave: () => void;
}

/** Where the form of a filter floats: below its chip, or below the button that adds one; closed by a press or the focus elsewhere. */
export function useFilterPopover({ bar, form, toggle, onLeave }: FilterPopoverOptions) {
  const [position, setPosition] = useState<{ left: number; top: number }>();
  const isOpen = position !== undefined;
  const leave = useStableCallback((to: EventTarget | null | undefined) => {
    if (!isOpen || !(to instanceof Element) || form.current?.contains(to) || toggle.current?.contains(to)) return;
    // The lists of its selects float, and are elsewhere in the document.
    if (to.closest('[data-position]')) return;
    setPosition(undefined);
    onLeave();
  });
  useEffect(() => {
    if (!isOpen) return;
    const leaveByPress = (event: Event) => leave(event.composedPath()[0]);
    document.addEventListener('pointerdown', leaveByPress);
    return () => document.removeEventListener('pointerdown', leaveByPress);
  }, [isOpen, leave]);
  return {
    isOpen,
    position,
    openAt: (element: Element) => {
      const around = bar.current?.getBoundingClientRect();
      const { left, bottom } = element.getBoundingClientRect();
      if (!around) return;
      const most = Math.max(0, around.width - width);
      setPosition({ left: Math.min(most, Math.max(0, left - around.left)), top: bottom - around.top + distance });
    },
    close: () => setPosition(undefined),
    /** Closes it if the focus went elsewhere. */
    leave,
  };
}
