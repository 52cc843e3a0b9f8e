import { useStore } from 'jotai';
import { useMemo } from 'react';
import type { DraftEditor } from '../../../shared/drafts/use-stored-draft.ts';
import { isSameDraft } from '../model/compare/same-draft.ts';
import type { Editor } from '../model/editor.ts';
import { fromStored, toStored } from './stored-template.ts';

/** A template's editor as one whose draft is stored. */
export function useDraftEditor(editor: Editor): DraftEditor<NonNullable<ReturnType<typeof fromStored>>> {
  const store = useStore();
  return useMemo(
    () => ({
      isDirty: () => editor.read(editor.isDirty),
      read: () => toStored(editor.read(editor.base), editor.read(editor.draft)),
      parse: fromStored,
      differs: ({ draft }) => !isSameDraft(draft, editor.read(editor.draft)),
      restore: ({ base: before, draft }) => {
        const base = editor.read(editor.base);
        // Keep the version that it is based on, so that the save detects what others have saved since.
        if (before.version !== base.version)
          editor.startFrom(before, editor.read(editor.isDirty) ? editor.read(editor.draft) : before.draft);
        editor.edit(() => ({ ...draft, id: editor.mode === 'edit' ? base.draft.id : draft.id }));
      },
      subscribe: (onChange) => store.sub(editor.draft, onChange),
    }),
    [editor, store],
  );
}
