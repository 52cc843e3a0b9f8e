import type { ImportedRow } from '@quartermaster/contract/endpoints/imports.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { PlacedField } from '../../../shared/checked-rows/placed-fields.ts';
import { refusalText } from '../../../shared/checked-rows/refusal-text.ts';

type Refused = Pick<ImportedRow, 'line' | 'refusal'>;

/** Refused cells with the same value. */
export interface RefusedValue {
  /** `null` if they are empty, or no single value. */
  value: string | null;
  cells: { line: number; column: string }[];
}

/** Rows that are refused for the same reason in the same field. */
export interface RefusalGroup {
  /** Such as `Label: required field`. */
  text: string;
  /** The column of the first one; `null` if the reason is about the item. */
  column: string | null;
  rows: number;
  values: RefusedValue[];
  /** The labels of the options of a field that has some. */
  allowed: readonly string[];
  /** True if the value is one of them, not several. */
  isOneOf: boolean;
}

/** Groups refused rows by field and reason, those with the most rows first. */
export function groupRefusals(rows: readonly Refused[], fields: ReadonlyMap<string, PlacedField>): RefusalGroup[] {
  const groups = new Map<string, RefusalGroup>();
  for (const { line, refusal } of rows) {
    if (!refusal) continue;
    const field = refusal.field_id === null ? undefined : fields.get(refusal.field_id);
    const text = refusalText({ ...refusal, field_id: field ? refusal.field_id : null, path: null }, fields);
    const group = groups.get(text) ?? {
      text,
      column: refusal.name,
      rows: 0,
      values: [],
      allowed: optionsOf(field),
      isOneOf: isOneOf(field),
    };
    groups.set(text, group);
    group.rows += 1;
    const known = group.values.find(({ value }) => value === refusal.value);
    const refused = known ?? { value: refusal.value, cells: [] };
    if (!known) group.values.push(refused);
    if (refusal.name !== null) refused.cells.push({ line, column: refusal.name });
  }
  return [...groups.values()].toSorted((a, b) => b.rows - a.rows);
}

const isOneOf = (field: PlacedField | undefined): boolean => {
  const { exported } = field ? fieldTypeOf(field.settings.type) : {};
  return field !== undefined && 'options' in field.settings && exported?.isList !== true;
};

const optionsOf = (field: PlacedField | undefined): string[] =>
  field && 'options' in field.settings ? field.settings.options.map(({ label }) => label) : [];
