import { type RefObject, useRef, useState } from 'react';
import { useServices } from '../../../shared/services/services.ts';
import { readStored, writeStored } from '../../../shared/storage/storage.ts';
import { useNarrow } from '../../../shared/ui/hooks/use-narrow.ts';

const key = 'item-aside';

/** From these widths of the console on, in pixels, there is room next to a form for one column, or for two. */
const roomForOne = 1280;
const roomForTwo = 1600;

/** What stands next to the form of an item, where there is room. */
export interface ItemAside {
  /** False where there is no room, or nothing to show yet. */
  canOpen: boolean;
  isOpen: boolean;
  toggle: () => void;
  /** Of the button that opens the panel, which has the focus once it is closed. */
  button: RefObject<HTMLButtonElement | null>;
  /** Whether an outline of the form has room, too. */
  hasRoomForOutline: boolean;
}

/** Whether the panel next to the form is open, which is remembered for all items. */
export function useItemAside(
  isSaved: boolean,
  /** What can take the room of the panel. */
  comments: { isOpen: boolean; close: () => void },
): ItemAside {
  const { root } = useServices();
  const isWide = !useNarrow(root, roomForOne);
  const isWidest = !useNarrow(root, roomForTwo);
  const [isWanted, setWanted] = useState(() => readStored(key) === 'open');
  const button = useRef<HTMLButtonElement>(null);
  const canOpen = isSaved && isWide;
  const isOpen = canOpen && isWanted && !comments.isOpen;
  return {
    canOpen,
    isOpen,
    button,
    toggle: () => {
      if (comments.isOpen) comments.close();
      writeStored(key, isOpen ? null : 'open');
      setWanted(!isOpen);
      if (isOpen) button.current?.focus();
    },
    hasRoomForOutline: isOpen || (canOpen && comments.isOpen) ? isWidest : isWide,
  };
}
