import { fieldStatus } from '@quartermaster/contract/content/item-fields.ts';
import { ambiguousOption, conversionOf, settingsToRevert } from '@quartermaster/contract/field-types/conversions.ts';
import type { StoredConvertedField } from '../../core/tables/content.ts';
import { type FieldChange, type FieldPosition, hasMoved } from './field-changes.ts';
import type { FieldConversion } from './template-model.ts';

/** A conversion of a field, which can be reverted. */
export interface RecordedConversion {
  before: StoredConvertedField;
  after: StoredConvertedField;
}

/** The latest conversions of fields by the id of the field, the first one first. */
export type RecordedConversions = ReadonlyMap<string, readonly RecordedConversion[]>;

/** Which changes of types convert values. */
export interface ConversionOptions {
  recorded: RecordedConversions;
  /** Whether a change of the field's type is meant to convert its values. */
  converts: (fieldId: string) => boolean;
  /**
   * True if the fields of another instance replace those of this one: then values may get the form of a type from which
   * the field was not converted here, and are not converted if they could not be told from those before.
   */
  isReplacement?: boolean;
}

/** The changes with the conversions in them. */
export function withConversions(changes: readonly FieldChange[], options: ConversionOptions): FieldChange[] {
  const found = new Map(
    changes.flatMap((change): [string, FieldConversion][] => {
      const conversion = options.converts(change.id) ? conversionIn(change, options) : undefined;
      return conversion ? [[change.id, conversion]] : [];
    }),
  );
  const absorbed = new Set([...found.values()].flatMap(({ from: { only } }) => only?.id ?? []));
  return changes.map((change) => {
    const conversion = found.get(change.id);
    if (conversion) return { ...change, conversion };
    return change.status !== fieldStatus.updated && absorbed.has(change.id) ? { ...change, isAbsorbed: true } : change;
  });
}

function conversionIn(change: FieldChange, options: ConversionOptions): FieldConversion | undefined {
  const conversion = declaredIn(change, options);
  return conversion && options.isReplacement && ambiguousOption(conversion) ? undefined : conversion;
}

function declaredIn(
  change: FieldChange,
  { recorded, isReplacement = false }: ConversionOptions,
): FieldConversion | undefined {
  const { id, before, after } = change;
  if (!before || !after || hasMoved(change)) return undefined;
  const [was, is] = [convertedField(before), convertedField(after)];
  const { groups } = after;
  if (conversionOf({ from: was, to: is })) return { groups, from: was, to: is, isBack: false };
  if (!conversionOf({ from: is, to: was })) return undefined;
  const record = recorded.get(id)?.findLast((one) => isReverted(one, is, was));
  if (!record && !isReplacement) return undefined;
  const settings = settingsToRevert((record?.after ?? was).field.settings, was.field.settings);
  return { groups, from: is, to: { ...was, field: { ...was.field, settings } }, isBack: true };
}

const typesOf = ({ field, only }: StoredConvertedField): string => `${field.settings.type} ${only?.settings.type}`;

/** True if a field that becomes `is` again was converted from it into what it `was`. */
const isReverted = ({ before, after }: RecordedConversion, is: StoredConvertedField, was: StoredConvertedField) =>
  typesOf(before) === typesOf(is) && typesOf(after) === typesOf(was);

/** A field with the only one in it. */
export function convertedField({ field, holds, leaves }: FieldPosition): StoredConvertedField {
  const [first, only, ...others] = leaves;
  const isOnly = holds === 'rows' && first && only?.field.parentId === field.id && others.length === 0;
  return { field, only: isOnly ? only.field : null };
}

/** The conversions in changes. */
export const conversionsIn = (changes: readonly FieldChange[]): FieldConversion[] =>
  changes.flatMap(({ conversion }) => conversion ?? []);

/** Error messages by field id for conversions whose values could not be told from those before. */
export const ambiguousConversions = (changes: readonly FieldChange[]): Map<string, string> =>
  new Map(
    changes.flatMap(({ id, conversion }): [string, string][] => {
      const reason = conversion && ambiguousOption(conversion);
      return reason === undefined ? [] : [[id, reason]];
    }),
  );
