import type { RefObject } from 'react';
import { usePageAction } from '../../ui/actions/page-actions.ts';
import { isTyping } from '../../ui/hooks/use-page-event.ts';
import type { TreeActions } from './tree-actions.ts';

/** Undo and redo shortcuts for all of an editor: text typed into its settings is part of the draft and is undone with it. */
export function useUndoKeys(
  editor: RefObject<HTMLElement | null>,
  actions: Pick<TreeActions, 'undo' | 'redo'>,
  isReadOnly: boolean,
): void {
  const accepts = (event: KeyboardEvent) => !(isTyping(event) && hasOwnText(event.target, editor.current));
  usePageAction({ label: 'Undo', keys: 'mod+z', isOff: isReadOnly, accepts }, actions.undo);
  usePageAction({ label: 'Redo', keys: redoKeys, isOff: isReadOnly, accepts }, actions.redo);
}

const redoKeys = ['mod+shift+z', 'mod+y'];

/** True for inputs whose text is not in the draft: those outside the editor, and search boxes. */
const hasOwnText = (target: EventTarget | null, editor: HTMLElement | null): boolean =>
  !(target instanceof HTMLElement && editor?.contains(target)) ||
  (target instanceof HTMLInputElement && target.getAttribute('aria-haspopup') === 'listbox' && !target.readOnly);
