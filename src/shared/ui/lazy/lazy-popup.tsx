import { type Ref, type RefObject, useId, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNear } from './use-near.ts';

/**
 * A menu or popover that is mounted once somebody comes near its button, as a closed one costs more than the button. `button`
 * is for the button; where `isNear`, `popup` is for Mantine's Menu or Popover beside it, and a {@link PopupTarget} for its target.
 */
export function useLazyPopup(kind: 'menu' | 'dialog') {
  const id = useId();
  const ref = useRef<HTMLButtonElement>(null);
  const { isNear, comeNear, near } = useNear();
  const [isOpen, setOpen] = useState(false);
  const toggle = () => {
    // Mounted closed first: a popup gives the focus back only to where it was when it opened.
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

/** Stands for the button of a popup where Mantine wants its target, and draws nothing. */
export function PopupTarget({ of, ref }: { of: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => of.current, [of]);
  return null;
}
