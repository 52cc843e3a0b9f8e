import { useStore } from 'jotai';
import { useMemo } from 'react';
import type { DraftEditor } from '../../../shared/drafts/use-stored-draft.ts';
import type { MenuEditor } from '../model/menu-actions.ts';
import { isSameMenu } from '../model/menu-draft.ts';
import { fromStored, toStored } from './stored-menu.ts';

/** A menu's editor as one whose draft is stored. */
export function useDraftEditor(editor: MenuEditor): DraftEditor<NonNullable<ReturnType<typeof fromStored>>> {
  const store = useStore();
  return useMemo(
    () => ({
      isDirty: () => editor.read(editor.isDirty),
      read: () => toStored(editor.read(editor.base), editor.read(editor.draft)),
      parse: fromStored,
      differs: ({ draft }) => !isSameMenu(draft, editor.read(editor.draft)),
      restore: ({ base, draft }) => {
        // Keep the version that it is based on, so that the save detects what others have saved since.
        if (base.version !== editor.read(editor.base).version) editor.startFrom(base, draft);
        else editor.edit(() => draft);
      },
      subscribe: (onChange) => store.sub(editor.draft, onChange),
    }),
    [editor, store],
  );
}
