import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { replaceOptions } from '@quartermaster/contract/content/replaced-options.ts';
import type { FieldValue } from '@quartermaster/contract/field-types/field-type.ts';
import { convertIn } from './converted-values.ts';
import type { TemplateChange, TemplateModel } from './template-model.ts';
import { mapValues } from './values-at.ts';

/** The values of an item as they are once the outstanding change of its template has replaced and converted values. */
export const currentValues = ({ change }: Pick<TemplateModel, 'change'>, values: ItemValues): ItemValues =>
  change ? changedValues(change, values) : values;

/** The values of an item once a change has replaced and converted values. */
export function changedValues(
  { replaced, converted }: Pick<TemplateChange, 'replaced' | 'converted'>,
  values: ItemValues,
): ItemValues {
  const next = replaced.reduce(
    // Options are values of fields without rows.
    (changed, leaf) => mapValues(changed, leaf, (value) => replaceOptions(value as FieldValue, leaf.options)),
    values,
  );
  return converted.reduce(convertIn, next);
}
