import { reasonWithoutName } from '@quartermaster/contract/field-types/text.ts';
import type { EditRefusal } from '@quartermaster/contract/rules/bulk-edits/operations.ts';
import { type PlacedField, pathText } from './placed-fields.ts';

/** A refusal with the name of its field: `Cost: must be at most 100`. */
export function refusalText({ field_id, path, reason }: EditRefusal, fields: ReadonlyMap<string, PlacedField>): string {
  if (field_id === null) return reason;
  const field = fields.get(field_id);
  return field ? `${pathText(field, path)}: ${reasonWithoutName(reason, field.settings)}` : `${field_id}: ${reason}`;
}
