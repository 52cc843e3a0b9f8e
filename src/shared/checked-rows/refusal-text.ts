import type { ImportedRow } from '@quartermaster/contract/endpoints/imports.ts';
import { reasonWithoutName } from '@quartermaster/contract/field-types/text.ts';
import type { EditRefusal } from '@quartermaster/contract/rules/bulk-edits/operations.ts';
import { type PlacedField, pathText } from './placed-fields.ts';

/** A refusal with the name of its field: `Cost: must be at most 100`. */
export function refusalText({ field_id, path, reason }: EditRefusal, fields: ReadonlyMap<string, PlacedField>): string {
  if (field_id === null) return reason;
  const field = fields.get(field_id);
  return field ? `${pathText(field, path)}: ${reasonWithoutName(reason, field.settings)}` : `${field_id}: ${reason}`;
}

/** All refusals of a row, the first one first. */
export const refusalsOfRow = ({
  refusal,
  further_refusals: further = [],
}: Pick<ImportedRow, 'refusal' | 'further_refusals'>) => (refusal ? [refusal, ...further] : []);
