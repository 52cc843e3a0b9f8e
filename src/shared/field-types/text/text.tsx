import { IconLetterT } from '@tabler/icons-react';
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
