import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import { atom, useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { errorsOf, type FieldErrors } from '../model/check-draft.ts';
import type { Editor } from '../model/editor.ts';
import { useEditor } from '../model/editor-context.ts';
import { pathOf, problemsOfField } from '../model/problems.ts';
import { isLabelShared } from '../model/shared-labels.ts';

/** One field of the draft and its errors; re-renders only when one of the two changes. */
export interface EditedField {
  /** Undefined once the field is removed. */
  settings: FieldSettings | undefined;
  errors: FieldErrors;
  /** True for a field that is not in the saved template. */
  isNew: boolean;
  /** True if another field of its level has the same label. */
  isLabelShared: boolean;
}

export function useField(id: string): EditedField {
  const editor = useEditor();
  const { settings, errors, isNew, isLabelShared } = useMemo(() => partsOf(editor, id), [editor, id]);
  return {
    settings: useAtomValue(settings),
    errors: useAtomValue(errors),
    isNew: useAtomValue(isNew),
    isLabelShared: useAtomValue(isLabelShared),
  };
}

const noErrors: FieldErrors = {};

function partsOf(editor: Editor, id: string) {
  const settings = atom((get) => get(editor.draft).settings.get(id));
  const isNew = atom((get) => !get(editor.base).draft.settings.has(id));
  const draftErrors = atom((get) => (get(settings) ? errorsOf(get(editor.draft), id) : noErrors));
  const errors = atom((get) => {
    const isShown = !get(isNew) || get(editor.isSaveAttempted);
    const touched = get(editor.touched);
    const found = Object.entries(get(draftErrors)).filter(([setting]) => isShown || touched.has(pathOf(id, setting)));
    const errors = { ...problemsOfField(get(editor.serverErrors), id), ...Object.fromEntries(found) };
    return Object.keys(errors).length === 0 ? noErrors : errors;
  });
  const isShared = atom((get) => get(settings) !== undefined && isLabelShared(get(editor.draft), id));
  return { settings, isNew, errors, isLabelShared: isShared };
}
