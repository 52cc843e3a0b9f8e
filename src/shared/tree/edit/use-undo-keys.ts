import type { RefObject } from 'react';
import { useKey } from '../../ui/hooks/use-key.ts';
import { isTyping } from '../../ui/hooks/use-page-event.ts';
import type { TreeActions } from './tree-actions.ts';

/** Undo and redo shortcuts for all of an editor: text typed into its settings is part of the draft and is undone with it. */
export function useUndoKeys(
  editor: RefObject<HTMLElement | null>,
  actions: Pick<TreeActions, 'undo' | 'redo'>,
  isReadOnly: boolean,
): void {
  useKey(
    (event) =>
      !isReadOnly && actionOf(event) !== undefined && !(isTyping(event) && hasOwnText(event.target, editor.current)),
    (event) => (actionOf(event) === 'redo' ? actions.redo() : actions.undo()),
  );
}

function actionOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): 'undo' | 'redo' | undefined {
  if (!(ctrlKey || metaKey) || altKey) return undefined;
  const pressed = key.toLowerCase();
  if (pressed === 'z') return shiftKey ? 'redo' : 'undo';
  return pressed === 'y' && !shiftKey ? 'redo' : undefined;
}

/** True for inputs whose text is not in the draft: those outside the editor, and search boxes. */
const hasOwnText = (target: EventTarget | null, editor: HTMLElement | null): boolean =>
  !(target instanceof HTMLElement && editor?.contains(target)) ||
  (target instanceof HTMLInputElement && target.getAttribute('aria-haspopup') === 'listbox' && !target.readOnly);
