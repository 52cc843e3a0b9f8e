import { computeValues } from '@quartermaster/contract/conditions/compute-values.ts';
import {
  fieldStatus,
  type ItemField,
  type ItemValues,
  itemFieldPath,
  storedValueOf,
} from '@quartermaster/contract/content/item-fields.ts';
import { brokenBound } from '@quartermaster/contract/field-types/bounds.ts';
import { imagePathPattern } from '@quartermaster/contract/field-types/image.ts';
import { fieldTypeOf, isComputedType, isFileType } from '@quartermaster/contract/field-types/registry.ts';
import type { TemplateModel } from '../../model/template-model.ts';
import { applyChanges } from './apply-changes.ts';

/** Represents an image that is not stored, in the form of a stored image's path. */
export const sampleImagePath = `${'0'.repeat(64)}.png`;

/**
 * The values of an example item, which is never saved, for fields that may not be saved either: validates only their
 * position and type. `wrong` is by path, as in a save.
 */
export function readExampleValues(
  model: TemplateModel,
  fields: readonly ItemField[],
): { values: ItemValues; wrong: Record<string, string> } {
  const changes = fields.map((field) => ({ ...field, value: exampleValue(field), status: fieldStatus.added }));
  const { values, wrong } = applyChanges(model, {}, changes);
  for (const change of changes) {
    const settings = model.leaves.get(change.template_field_id)?.field.settings;
    if (!settings || isComputedType(settings.type) || wrong[itemFieldPath(change.id)]) continue;
    const value = storedValueOf(change.value, settings);
    if (value === null) continue;
    const type = fieldTypeOf(settings.type);
    // Only the constraints of the type itself, not the field's limits.
    const { pattern: _, ...others } = settings;
    const unlimited = { ...others, ...type.defaultSettings };
    const reason = type.wrongKind(value, unlimited) ?? brokenBound(value, type.bounds(unlimited));
    if (reason) wrong[itemFieldPath(change.id)] = reason;
  }
  return { values: computeValues(model.tree, values).values, wrong };
}

const exampleValue = ({ template_field_type, value }: ItemField): ItemField['value'] =>
  isFileType(template_field_type) && typeof value === 'string' && value !== '' && !imagePathPattern.test(value)
    ? sampleImagePath
    : value;
