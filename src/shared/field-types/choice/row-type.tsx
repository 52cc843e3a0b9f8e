import { IconShape } from '../../ui/icons/shape.ts';
import type { FieldTypeView } from '../field-type-view.ts';
import { choice } from './choice.tsx';

/** The shape of a row, shown as a choice is. */
export const rowType: FieldTypeView<'row-type'> = {
  ...(choice as unknown as FieldTypeView<'row-type'>),
  icon: IconShape,
};
