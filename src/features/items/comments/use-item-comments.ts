import { comments } from '@quartermaster/contract/endpoints/comments.ts';
import { type ComponentProps, type RefObject, useRef, useState } from 'react';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import type { FieldBubbles } from '../../../shared/comments/bubbles.ts';
import type { PanelStart, PlaceCount } from '../../../shared/comments/comment-spot.ts';
import { useCommentsStart } from '../../../shared/comments/use-comments-start.ts';

/** The comments at the fields of a form. */
export type Bubbling = ComponentProps<typeof FieldBubbles>['value'];

/** The comments of an item, next to its form. */
export interface ItemComments {
  /** False for a new item, and for users who cannot read comments. */
  canOpen: boolean;
  isOpen: boolean;
  start: PanelStart | null;
  open: (start: PanelStart | null) => void;
  close: () => void;
  /** Of the button that opens the panel. */
  button: RefObject<HTMLButtonElement | null>;
  bubbling: Bubbling;
  /** Called once the code and the threads are loaded. */
  onLoaded: (bubbling: Bubbling) => void;
  total: PlaceCount | undefined;
  onCounted: (total: PlaceCount) => void;
}

/** Whether the comments of an item are shown, and where; the address of a mail opens them at a thread. */
export function useItemComments(isSaved: boolean): ItemComments {
  const mayRead = useRefusal(comments.list) === null;
  const panel = useCommentsStart();
  const [bubbling, onLoaded] = useState<Bubbling>(null);
  const [total, onCounted] = useState<PlaceCount>();
  const button = useRef<HTMLButtonElement>(null);
  const from = useRef<Element>(null);
  const canOpen = isSaved && mayRead;
  return {
    canOpen,
    isOpen: canOpen && panel.isOpen,
    start: panel.start,
    open: (start) => {
      from.current = document.activeElement;
      panel.open(start);
    },
    close: () => {
      panel.close();
      const { current: opener } = from;
      const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
      (isThere ? opener : button.current)?.focus();
    },
    button,
    bubbling,
    onLoaded,
    total,
    onCounted,
  };
}
