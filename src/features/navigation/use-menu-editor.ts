import { useStore } from 'jotai';
import { type RefObject, useState } from 'react';
import { useServices } from '../../shared/services/services.ts';
import { createTreeDragRules } from '../../shared/tree/edit/tree-drag-rules.ts';
import { createTreeEditor } from '../../shared/tree/edit/tree-editor.ts';
import { useFocusAfterRemoval } from '../../shared/tree/edit/use-focus-after-removal.ts';
import { useTreeEdit } from '../../shared/tree/edit/use-tree-edit.ts';
import { createMenuActions, type MenuActions } from './model/menu-actions.ts';
import { canHold, isSameMenu, type MenuBase, type MenuDraft, moveEntries } from './model/menu-draft.ts';

interface MenuEditorOptions {
  /** The saved menu. */
  start: MenuBase;
  /** The element around the tree and its toolbar. */
  frame: RefObject<HTMLElement | null>;
  /** Announces a text to screen readers. */
  announce: (text: string) => void;
}

/** Opens a menu: its draft, its actions, and the rules for drags. They stay the same while it is open. */
export function useMenuEditor({ start, frame, announce }: MenuEditorOptions) {
  const store = useStore();
  const { notify, report } = useServices();
  const [editor] = useState(() => createTreeEditor<MenuDraft, MenuBase>(store, { start, isSame: isSameMenu }));
  const edit = useTreeEdit(editor);
  const keepingFocus = useFocusAfterRemoval(frame);
  const [isDragging, setDragging] = useState(false);
  const [{ actions, dragRules }] = useState(() => {
    const menuActions = createMenuActions({ editor, edit, notify, announce });
    const actions: MenuActions = {
      ...menuActions,
      undo: keepingFocus(menuActions.undo),
      redo: keepingFocus(menuActions.redo),
      remove: keepingFocus(menuActions.remove),
    };
    const rules = createTreeDragRules<MenuDraft>({
      editor,
      actions,
      notify,
      report,
      title: 'Move entry',
      canHold,
      tryDrop: (draft, dragged, position) => {
        if ('ids' in dragged) moveEntries(draft, dragged.ids, position);
      },
      add: () => undefined,
      discard: actions.remove,
    });
    return { actions, dragRules: { ...rules, onDragging: setDragging } };
  });
  return { editor, actions, dragRules, isDragging };
}
