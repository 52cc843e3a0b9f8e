import { rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { IconBraces } from '../../ui/icons/braces.ts';
import { IconRowInsertBottom } from '../../ui/icons/row-insert-bottom.ts';
import { IconShape2 } from '../../ui/icons/shape-2.ts';
import { IconStack2 } from '../../ui/icons/stack-2.ts';
import type { FieldTypeView } from '../field-type-view.ts';

/** A group has no value of its own; its fields have. */
export const group: FieldTypeView<'group'> = { icon: IconBraces, color: 'gray', width: 120, cell: () => null };

/** Fields of some rows of a dynamic group. */
export const shape: FieldTypeView<'shape'> = { icon: IconShape2, color: 'grape', width: 120, cell: () => null };

function rowCount(value: unknown) {
  const count = rowsOf(Array.isArray(value) ? value : undefined).length;
  return count === 1 ? '1 row' : `${count} rows`;
}

/** Shows the number of rows. */
export const dynamicGroup: FieldTypeView<'dynamic-group'> = {
  icon: IconStack2,
  color: 'lime',
  width: 120,
  cell: rowCount,
};

/** One row of a dynamic group. */
export const dynamicGroupRow: FieldTypeView<'dynamic-group-row'> = {
  icon: IconRowInsertBottom,
  color: 'lime',
  width: 120,
  cell: () => null,
};
