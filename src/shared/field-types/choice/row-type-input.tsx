import type { FieldInput } from '../field-type-view.ts';
import { ChoiceInput } from './choice-input.tsx';

/** Selects the shape of a row. */
export const RowTypeInput: FieldInput<'row-type'> = ({ settings, ...input }) => (
  <ChoiceInput {...input} settings={{ ...settings, required: true }} />
);
