import type { RefObject } from 'react';
import { isTyping, useKey } from '../../../../shared/ui/hooks/use-key.ts';
import type { FieldActions } from '../field-actions.ts';

/** Undo and redo shortcuts for the whole tab: text typed into the settings is part of the draft and is undone with it. */
export function useUndoKeys(
  tab: RefObject<HTMLElement | null>,
  actions: Pick<FieldActions, 'undo' | 'redo'>,
  isReadOnly: boolean,
): void {
  useKey(
    (event) => !isReadOnly && wayOf(event) !== undefined && !(isTyping(event) && hasOwnText(event.target, tab.current)),
    (event) => (wayOf(event) === 'redo' ? actions.redo() : actions.undo()),
  );
}

function wayOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): 'undo' | 'redo' | undefined {
  if (!(ctrlKey || metaKey) || altKey) return undefined;
  const pressed = key.toLowerCase();
  if (pressed === 'z') return shiftKey ? 'redo' : 'undo';
  return pressed === 'y' && !shiftKey ? 'redo' : undefined;
}

/** True for inputs whose text is not in the draft: those outside the tab, and search boxes. */
const hasOwnText = (target: EventTarget | null, tab: HTMLElement | null): boolean =>
  !(target instanceof HTMLElement && tab?.contains(target)) ||
  (target instanceof HTMLInputElement && target.getAttribute('aria-haspopup') === 'listbox' && !target.readOnly);
