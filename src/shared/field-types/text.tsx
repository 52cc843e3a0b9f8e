import { IconLetterT } from '@tabler/icons-react';
import type { FieldTypeView } from './field-type-view.ts';

/** A line of text as it is; the table cuts it. */
export const text: FieldTypeView<'text'> = {
  icon: IconLetterT,
  color: 'blue',
  width: 220,
  isWide: true,
  Cell: ({ value }) => String(value),
};
