import { freeSlug } from '../slug.ts';
import { compareTexts } from '../texts.ts';
import { checkInvisible, comparedText } from '../typed-text.ts';
import { type Bound, oneOf } from './bounds.ts';
import type { FieldValue, Parsed } from './field-type.ts';
import { notAnOption, type Option, optionLimits } from './options.ts';
import { type FieldSettings, type FieldType, fieldTypeOf, fieldTypes, linkedTemplatesOf } from './registry.ts';

/** Rows of a dynamic group, by the ids of the fields in it. */
type Rows = readonly { readonly [fieldId: string]: unknown }[];

/** What is converted: a value, or the rows of a dynamic group. */
export type ConvertedValue = FieldValue | Rows;

/** A converted value, or the reason why there is none. */
export type Converted = { value: ConvertedValue } | { reason: string };

/** A field on one side of a conversion, with the only field in it if it is a dynamic group. */
export interface ConvertedField<
  F extends { id: string; settings: FieldSettings } = { id: string; settings: FieldSettings },
> {
  field: F;
  only: F | null;
}

/** The field before and after a conversion. */
export interface ConversionSides<F extends ConvertedField = ConvertedField> {
  from: F;
  to: F;
}

/**
 * A change of a field's type in which each value gets the form of the other type, and from which it gets its former
 * one back. Both functions leave a value that has the other form already, so that each can be applied twice.
 */
export interface Conversion {
  from: FieldType;
  /** The type of the only field in it, if `from` is a dynamic group. */
  of?: FieldType;
  to: FieldType;
  /** True if the values that items have become settings of the field. */
  usesFound?: true;
  /** The settings that only the other type has. */
  settings?: (found: readonly string[]) => Readonly<Record<string, unknown>>;
  /**
   * The constraints on the values before, from which an index finds those that cannot be converted. Without it, they
   * are converted to find out, unless the new settings have no constraints either.
   */
  bounds?: (sides: ConversionSides) => readonly Bound[];
  /** True if a valid value may have no converted form; for a conversion without `bounds`. */
  mayFail?: true;
  convert: (value: ConvertedValue, sides: ConversionSides) => Converted;
  revert: (value: ConvertedValue, sides: ConversionSides) => Converted;
}

const same = (value: ConvertedValue): Converted => ({ value });

const toText = (from: 'integer' | 'boolean', parse: (text: string) => Parsed): Conversion => ({
  from,
  to: 'text',
  convert: (value) => ({ value: String(value) }),
  revert: (value) => {
    if (typeof value !== 'string') return same(value);
    const parsed = parse(value);
    return 'value' in parsed && String(parsed.value) !== value ? { reason: `would become ${parsed.value}` } : parsed;
  },
});

const optionsIn = ({ field: { settings } }: ConvertedField): readonly Option[] =>
  'options' in settings ? settings.options : [];

const reasonNoOption = (text: string): string =>
  text.length > optionLimits.labelLength
    ? `is longer than the ${optionLimits.labelLength} characters of an option`
    : notAnOption;

const textToChoice: Conversion = {
  from: 'text',
  to: 'choice',
  usesFound: true,
  settings: (found) => ({ options: optionsOfTexts(found) }),
  bounds: ({ to }) =>
    oneOf(
      optionsIn(to).map(({ label }) => ({ id: label, label })),
      notAnOption,
    ),
  convert: (value, { to }) => {
    const options = optionsIn(to);
    const option = options.find(({ label }) => label === value) ?? options.find(({ id }) => id === value);
    return option ? { value: option.id } : { reason: reasonNoOption(String(value)) };
  },
  revert: (value, { to }) => ({ value: optionsIn(to).find(({ id }) => id === value)?.label ?? value }),
};

const linkToList: Conversion = {
  from: 'item-link',
  to: 'item-link-list',
  convert: (value) => (typeof value === 'number' ? { value: [value] } : same(value)),
  revert: (value) => {
    if (!Array.isArray(value)) return same(value);
    const [only, second] = value;
    return second === undefined ? { value: only ?? null } : { reason: 'has several links' };
  },
};

const isRow = (entry: unknown): entry is Rows[number] => typeof entry === 'object' && entry !== null;

const rowsToList = (of: FieldType, to: FieldType): Conversion => ({
  from: 'dynamic-group',
  of,
  to,
  mayFail: true,
  convert: (value, { from: { only } }) => {
    const list: unknown[] = [];
    for (const [index, row] of [value].flat().entries()) {
      const entry = isRow(row) ? row[only?.id ?? ''] : row;
      if (entry === undefined || entry === null) return { reason: `has no value in row ${index + 1}` };
      list.push(entry);
    }
    // Each is a value of the only field.
    return { value: list as string[] | number[] };
  },
  revert: (value, { from: { only } }) => ({
    value: [value].flat().map((entry) => (isRow(entry) ? entry : { [only?.id ?? '']: entry })),
  }),
});

/** Every conversion that loses nothing. */
export const conversions: readonly Conversion[] = [
  toText('integer', (text) => fieldTypes.integer.parse(text, wholeNumber)),
  toText('boolean', (text) => fieldTypes.boolean.parse(text, checkbox)),
  textToChoice,
  linkToList,
  rowsToList('text', 'text-list'),
  rowsToList('integer', 'number-list'),
  rowsToList('float', 'number-list'),
  rowsToList('item-link', 'item-link-list'),
];

const named = { name: '', label: '' };
const wholeNumber = { ...fieldTypes.integer.defaultSettings, ...named };
const checkbox = { ...fieldTypes.boolean.defaultSettings, ...named };

/** The conversions of a field, by the types that it can get. */
export const conversionsOf = ({ field, only }: ConvertedField): Conversion[] =>
  conversions.filter(({ from, of }) => from === field.settings.type && of === only?.settings.type);

/** The conversion between two states of a field; undefined if its values cannot be converted. */
export function conversionOf({ from, to }: ConversionSides): Conversion | undefined {
  const conversion = conversionsOf(from).find((one) => one.to === to.field.settings.type);
  const linked = ({ settings }: ConvertedField['field']) => linkedTemplatesOf(settings).join();
  return linked(from.only ?? from.field) === linked(to.field) ? conversion : undefined;
}

/** Converts a value, or with `isBack` gives it its former form, and checks it by the rules of its field. */
export function convertValue(
  conversion: Conversion,
  sides: ConversionSides,
  value: ConvertedValue,
  isBack: boolean,
): Converted {
  const converted = isBack ? conversion.revert(value, sides) : conversion.convert(value, sides);
  if ('reason' in converted) return converted;
  const { field, only } = isBack ? sides.from : sides.to;
  const values = only ? [converted.value].flat().map((row) => (isRow(row) ? row[only.id] : row)) : [converted.value];
  const { settings } = only ?? field;
  for (const one of values) {
    const reason = fieldTypeOf(settings.type).check(one, settings);
    if (reason !== undefined) return { reason };
  }
  return converted;
}

/**
 * The settings of a field after a conversion: those that both types have, and those derived from the values that items
 * have (`found`).
 */
export function convertedSettings(
  { to, settings: derive, convert }: Conversion,
  from: ConvertedField,
  found: readonly string[],
): FieldSettings {
  const previous: Readonly<Record<string, unknown>> = { ...from.only?.settings, ...from.field.settings };
  const { name, label, default: value } = from.field.settings;
  // A field that is required in each row is not required to have rows.
  const required = 'required' in from.field.settings && from.field.settings.required;
  const derived = { required, ...derive?.(found) } as Readonly<Record<string, unknown>>;
  const converted = Object.entries(fieldTypes[to].settings).flatMap(
    ([setting, { kind, isOptional, initial }]): [string, unknown][] => {
      if (setting === 'default') return [];
      if (setting in derived) return [[setting, derived[setting]]];
      // A limit of the one type means something else in the other.
      if (kind !== 'limit' && setting in previous) return [[setting, previous[setting]]];
      return isOptional ? [] : [[setting, initial]];
    },
  );
  // Each setting has a value of its kind.
  const settings = { type: to, name, label, ...Object.fromEntries(converted) } as unknown as FieldSettings;
  if (value === undefined || !('default' in fieldTypes[to].settings)) return settings;
  const next = convert(value as FieldValue, { from, to: { field: { ...from.field, settings }, only: null } });
  return 'value' in next ? ({ ...settings, default: next.value } as FieldSettings) : settings;
}

/**
 * The settings from which converted values get their former ones back: options have the labels that they had at the
 * conversion (`recorded`), as these were the values.
 */
export function settingsToRevert(recorded: FieldSettings, current: FieldSettings): FieldSettings {
  if (!('options' in recorded) || !('options' in current)) return current;
  const known = new Set(recorded.options.map(({ id }) => id));
  return { ...current, options: [...recorded.options, ...current.options.filter(({ id }) => !known.has(id))] };
}

/**
 * Error message if converted values could not be told from former ones, as an option has the label of another one as its
 * id; otherwise undefined.
 */
export function ambiguousOption({ to }: Pick<ConversionSides, 'to'>): string | undefined {
  const options = optionsIn(to);
  const labels = new Map(options.map((option) => [option.label, option]));
  const other = options.find((option) => (labels.get(option.id) ?? option) !== option);
  return other && `the id of ${other.label} is the label of another option: rename one of them`;
}

/** The options that texts become, in alphabetical order; texts that cannot be a label are left out. */
export function optionsOfTexts(texts: readonly string[]): Option[] {
  const labels = new Map<string, string>();
  for (const text of texts.toSorted(compareTexts)) {
    const label = comparedText(text);
    const canBeLabel = label !== '' && text.length <= optionLimits.labelLength && checkInvisible(text) === undefined;
    if (canBeLabel && !labels.has(label)) labels.set(label, text);
  }
  const options: Option[] = [];
  const ids = new Set<string>();
  const taken = new Set(texts.map((text) => text.toLowerCase()));
  const isTaken = (id: string) => ids.has(id) || taken.has(id);
  for (const label of labels.values()) {
    const isId =
      /^[A-Za-z0-9_-]+$/.test(label) && label.length <= optionLimits.idLength && !ids.has(label.toLowerCase());
    const id = isId ? label : freeSlug(label, { length: optionLimits.idLength, other: 'option', isTaken });
    ids.add(id.toLowerCase());
    options.push({ id, label });
  }
  return options;
}
