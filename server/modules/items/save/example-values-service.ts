import {
  fieldStatus,
  heldValue,
  type ItemField,
  type ItemValues,
} from '@quartermaster/contract/content/item-fields.ts';
import { brokenBound } from '@quartermaster/contract/field-types/field-type.ts';
import { imagePathPattern } from '@quartermaster/contract/field-types/image.ts';
import { fieldTypeOf, isFileType } from '@quartermaster/contract/field-types/registry.ts';
import type { TemplateModel } from '../../../core/content/template-model.ts';
import { applyChanges } from './apply-changes.ts';

/** What stands for an image that is not stored: of the form that a stored one's path has. */
export const sampleImagePath = `${'0'.repeat(64)}.png`;

/**
 * The values of an item that nobody saves, for fields that need not be saved either: in their places and of the right kind,
 * which is all that an example needs. `wrong` is by index of the value.
 */
export function readExampleValues(
  model: TemplateModel,
  fields: readonly ItemField[],
): { values: ItemValues; wrong: Record<string, string> } {
  const changes = fields.map((field) => ({ ...field, value: exampleValue(field), status: fieldStatus.added }));
  const { values, wrong, sources } = applyChanges(model, {}, changes);
  changes.forEach((change, index) => {
    const settings = model.slots.get(change.template_field_id)?.field.settings;
    const value = heldValue(change);
    if (!settings || value === null || wrong[`fields.${index}`]) return;
    const type = fieldTypeOf(settings.type);
    // What the type itself asks, and no limit of the field.
    const reason = type.wrongKind(value) ?? brokenBound(value, type.bounds({ ...settings, ...type.defaultSettings }));
    if (reason) wrong[`fields.${index}.value`] = reason;
  });
  if (sources.size < changes.length && Object.keys(wrong).length === 0) wrong.fields = 'a value is there twice';
  return { values, wrong };
}

const exampleValue = ({ template_field_type, value }: ItemField): ItemField['value'] =>
  isFileType(template_field_type) && typeof value === 'string' && value !== '' && !imagePathPattern.test(value)
    ? sampleImagePath
    : value;
