import type { CSSProperties } from 'react';
import type { EditorsNoteProps } from '../item-form/field-editors.tsx';
import { useFieldText } from '../item-form/field-texts.ts';
import classes from './presence.module.css';

/** Says at a field who else edits it, in the room between fields: nothing moves, and nothing is locked. */
export function EditorsNote({ editors, path }: EditorsNoteProps) {
  const note = useFieldText(editors, path);
  if (!note) return null;
  return (
    <p className={classes.editing} data-editors style={{ '--tone': note.tone } as CSSProperties}>
      {note.text}
    </p>
  );
}
