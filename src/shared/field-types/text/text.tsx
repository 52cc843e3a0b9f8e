import { IconLetterT } from '@tabler/icons-react';
import type { FieldTypeView } from '../field-type-view.ts';
import { TextFieldInput } from './text-input.tsx';

/** A line of text as it is; the table cuts it. */
export const text: FieldTypeView<'text'> = {
  icon: IconLetterT,
  color: 'blue',
  width: 220,
  isWide: true,
  Input: TextFieldInput,
  Cell: ({ value }) => String(value),
};
