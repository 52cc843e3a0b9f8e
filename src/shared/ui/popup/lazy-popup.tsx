import { type Ref, type RefObject, useId, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNear } from '../lazy/use-near.ts';

/**
 * A menu or panel that is mounted once its button is hovered or focused, because a closed popup costs more than a button. `button` has the
 * props of the button; while `isNear`, render an {@link ActionMenu} or {@link PopupPanel} next to it.
 */
export function useLazyPopup(kind: 'menu' | 'dialog') {
  const id = useId();
  const ref = useRef<HTMLButtonElement>(null);
  const { isNear, comeNear, near } = useNear();
  const [isOpen, setOpen] = useState(false);
  const toggle = () => {
    // Mount it closed first: a popup restores the focus only to the element that had it when the popup opened.
    flushSync(comeNear);
    setOpen(!isOpen);
  };
  return {
    isNear,
    isOpen,
    close: () => setOpen(false),
    button: {
      ref,
      id,
      'aria-haspopup': kind,
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? `${id}-dropdown` : undefined,
      ...near,
      onClick: toggle,
    },
    popup: { id, opened: isOpen, onChange: setOpen },
  } as const;
}

/** What {@link useLazyPopup} returns. */
export type LazyPopup = ReturnType<typeof useLazyPopup> & {
  /** True for a menu whose entries the palette lists, see `useOfferedMenu`. */
  isOffered?: boolean;
};

/** Represents the button of a popup as Mantine's target; renders nothing. */
export function PopupTarget({ of, ref }: { of: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => of.current, [of]);
  return null;
}
