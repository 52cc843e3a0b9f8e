import { IconDecimal } from '../../ui/icons/decimal.ts';
import { IconNumber123 } from '../../ui/icons/number-123.ts';
import { IconScale } from '../../ui/icons/scale.ts';
import type { FieldTypeView } from '../field-type-view.ts';

/** As stored and exported: without grouping or rounding. */
const exactly = (value: unknown) => String(value);

/** A whole number, right-aligned in tabular figures. */
export const integer: FieldTypeView<'integer'> = {
  icon: IconNumber123,
  color: 'teal',
  width: 120,
  isPlain: true,
  align: 'right',
  cell: exactly,
};

/** A decimal number, right-aligned in tabular figures. */
export const float: FieldTypeView<'float'> = {
  icon: IconDecimal,
  color: 'cyan',
  width: 120,
  isPlain: true,
  align: 'right',
  cell: exactly,
};

/** A weight, like a float. */
export const weight: FieldTypeView<'weight'> = {
  icon: IconScale,
  color: 'grape',
  width: 120,
  isPlain: true,
  align: 'right',
  cell: exactly,
};
