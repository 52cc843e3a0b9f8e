import { IconLetterT } from '../../ui/icons/letter-t.ts';
import type { FieldTypeView } from '../field-type-view.ts';

/** The text on one line; the table truncates it. */
export const text: FieldTypeView<'text'> = {
  icon: IconLetterT,
  color: 'blue',
  width: 220,
  isPlain: true,
  isWide: true,
  cell: String,
};
