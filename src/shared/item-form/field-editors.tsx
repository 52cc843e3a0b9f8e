import { type ComponentType, createContext, use } from 'react';
import type { FieldTexts } from './field-texts.ts';
import { useSavedPath } from './saved-values.ts';

/** Who else edits a field or a cell. */
export interface FieldNote {
  text: string;
  /** The color of the first of them. */
  tone: string;
}

export interface EditorsNoteProps {
  editors: FieldTexts<FieldNote>;
  /** Where the value of the field is saved. */
  path: string;
}

/** What says at the fields of a form who else edits them; `null` as long as nobody does. */
export const FieldEditors = createContext<{
  editors: FieldTexts<FieldNote>;
  EditorsNote: ComponentType<EditorsNoteProps>;
} | null>(null);

/** Who else edits a field; nobody can edit one in a row that is not saved yet. */
export function EditedBy({ name }: { name: string }) {
  const view = use(FieldEditors);
  const path = useSavedPath(name);
  return view && path !== null && <view.EditorsNote editors={view.editors} path={path} />;
}
