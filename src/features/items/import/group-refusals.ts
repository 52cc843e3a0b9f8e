import type { ImportedRow } from '@quartermaster/contract/endpoints/imports.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { usingItemOf } from '@quartermaster/contract/rules/unique.ts';
import { type PlacedField, pathText } from '../../../shared/checked-rows/placed-fields.ts';
import { refusalsOfRow, refusalText } from '../../../shared/checked-rows/refusal-text.ts';

type Refused = Pick<ImportedRow, 'line' | 'refusal' | 'further_refusals'>;
type RefusalOfRow = NonNullable<ImportedRow['refusal']>;

/** Refused cells with the same value. */
export interface RefusedValue {
  /** `null` if they are empty, or no single value. */
  value: string | null;
  cells: { line: number; column: string }[];
  /** The item that uses a unique value. */
  usedBy: number | undefined;
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

/** Groups the refusals of rows by field and reason, those with the most rows first. */
export function groupRefusals(rows: readonly Refused[], fields: ReadonlyMap<string, PlacedField>): RefusalGroup[] {
  const groups = new Map<string, RefusalGroup>();
  for (const row of rows) {
    const texts = new Set<string>();
    for (const refusal of refusalsOfRow(row)) {
      const field = refusal.field_id === null ? undefined : fields.get(refusal.field_id);
      const text = groupText(refusal, field, fields);
      const group = groups.get(text) ?? {
        text,
        column: refusal.name,
        rows: 0,
        values: [],
        allowed: optionsOf(field),
        isOneOf: isOneOf(field),
      };
      groups.set(text, group);
      // Several values of a row can have the same reason.
      if (!texts.has(text)) group.rows += 1;
      texts.add(text);
      const usedBy = usingItemOf(refusal.reason);
      const known = group.values.find((one) => one.value === refusal.value && one.usedBy === usedBy);
      const refused = known ?? { value: refusal.value, cells: [], usedBy };
      if (!known) group.values.push(refused);
      if (refusal.name !== null) refused.cells.push({ line: row.line, column: refusal.name });
    }
  }
  return [...groups.values()].toSorted((a, b) => b.rows - a.rows);
}

/** The field and the reason; values that are used are one group, whichever items use them. */
function groupText(
  refusal: RefusalOfRow,
  field: PlacedField | undefined,
  fields: ReadonlyMap<string, PlacedField>,
): string {
  if (field && usingItemOf(refusal.reason) !== undefined) return `${pathText(field, null)} is already used`;
  return refusalText({ ...refusal, field_id: field ? refusal.field_id : null, path: null }, fields);
}

const isOneOf = (field: PlacedField | undefined): boolean => {
  const { exported } = field ? fieldTypeOf(field.settings.type) : {};
  return field !== undefined && 'options' in field.settings && exported?.isList !== true;
};

const optionsOf = (field: PlacedField | undefined): string[] =>
  field && 'options' in field.settings ? field.settings.options.map(({ label }) => label) : [];
