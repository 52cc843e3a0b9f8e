import { atom, useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { errorsOfDetails } from '../model/check-draft.ts';
import type { Editor } from '../model/editor.ts';
import { useEditor } from '../model/editor-context.ts';

/** The template's own name and id, and their errors. */
export function useDetails() {
  const editor = useEditor();
  const { id, label, errors } = useMemo(() => partsOf(editor), [editor]);
  return { id: useAtomValue(id), label: useAtomValue(label), errors: useAtomValue(errors) };
}

function partsOf(editor: Editor) {
  const id = atom((get) => get(editor.draft).id);
  const label = atom((get) => get(editor.draft).label);
  const isNew = editor.mode === 'create';
  const errors = atom((get) => {
    const errors = errorsOfDetails({ id: get(id), label: get(label) }, isNew);
    const isShown = (path: string) => !isNew || get(editor.isSaveAttempted) || get(editor.touched).has(path);
    const visible = Object.entries(errors).filter(([path]) => isShown(path));
    return { ...get(editor.serverErrors), ...Object.fromEntries(visible) };
  });
  return { id, label, errors };
}
