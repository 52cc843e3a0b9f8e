import type { FilterOp } from './filters.ts';
import type { Settings, ValuesOf } from './setting.ts';

/** Settings that every field has, whatever its type. */
export interface CommonSettings {
  /** The key in the exported JSON. */
  name: string;
  /** The label in forms. */
  label: string;
}

/** A value in an item; `null` if empty. Links are item ids, an image is its path. */
export type FieldValue = string | number | boolean | null | number[];

/** A value in the API; a type may use a different form there than in stored items. */
export type WireValue = FieldValue | (string | number)[];

/** The indexed form of a value for filters and sorting: each entry becomes an index row. */
export interface IndexedValue {
  numbers?: number[];
  texts?: string[];
  links?: number[];
}

/**
 * A constraint that settings place on a value; both the validation of a value and the SQL search for violating values
 * derive from it.
 */
export type Bound =
  | {
      rule: 'atLeast' | 'atMost';
      /** `number`: the number itself; `length`: the UTF-16 code units of a text. */
      measure: 'number' | 'length';
      limit: number;
      reason: string;
    }
  /** A number without a fraction. */
  | { rule: 'whole'; reason: string };

/** Everything about a field type except its UI; adding a type means adding one of these to the registry. */
export interface FieldTypeContract<S extends CommonSettings = CommonSettings> {
  /** The name in the palette. */
  label: string;
  /**
   * `value`: a leaf; `group`: children on the same level; `rows`: children that repeat per row; `row`: one such row,
   * never in a template.
   */
  holds: 'value' | 'group' | 'rows' | 'row';
  /** False for types that a user cannot add. */
  inPalette: boolean;
  /** The settings other than name and label, each with its input kind, labels and validation. */
  settings: Settings;
  /** The initial settings of a new field. */
  defaultSettings: Omit<S, keyof CommonSettings>;
  /** Validation errors in the settings other than name and label, by setting; a number may still be the typed text. */
  checkSettings: (settings: Readonly<Record<string, unknown>>) => Record<string, string>;
  /** Error message for a non-empty value of the wrong type; undefined if it is right. */
  wrongKind: (value: unknown) => string | undefined;
  /** Error message if the field must not be empty; otherwise undefined. */
  missing: (settings: S) => string | undefined;
  /** The constraints that the settings place on a value. */
  bounds: (settings: S) => readonly Bound[];
  /**
   * Error message, as worded in the specification, for a value that breaks the field's rules; otherwise undefined. An
   * empty value is `null`.
   */
  check: (value: unknown, settings: S) => string | undefined;
  /** True if values are numbers: a field can switch between such types and keep its values. */
  isNumber?: true;
  /** For links: the id of the linked template. */
  linksTo?: (settings: S) => string;
  /** The filter conditions that the type supports; if empty, the field cannot be filtered. */
  conditions: readonly FilterOp[];
  /** Error message for invalid filter text; otherwise undefined. */
  checkFilter: (value: string) => string | undefined;
  /** Converts a stored value to its API form; identity if omitted. */
  toWire?: (value: FieldValue) => WireValue;
  /** Converts an API value to its stored form; identity if omitted. */
  fromWire?: (value: WireValue) => FieldValue;
  /** For file types: the id of the value's stored file; `null` if it is not stored yet. */
  uploadId?: (value: FieldValue) => string | null;
  /** Which index holds the values, if any. */
  indexed: 'number' | 'text' | 'link' | undefined;
  /** The index entries of a valid, non-empty value. */
  index: (value: FieldValue) => IndexedValue;
  /** Parses a filter's value and selects the index to compare it with. */
  filterValue: (value: string) => { number: number } | { text: string } | { link: number } | undefined;
  /** Which index sorts the rows of a list, if any. */
  sortsBy: 'number' | 'text' | undefined;
  /** What an export contains for an empty value; `null` if omitted. */
  emptyExport?: readonly [];
}

type Derived = 'missing' | 'bounds' | 'check' | 'settings' | 'defaultSettings' | 'checkSettings';
type Definition<D extends Settings, S extends CommonSettings> = Omit<FieldTypeContract<S>, Derived> &
  Partial<Pick<FieldTypeContract<S>, 'missing' | 'bounds'>> & {
    settings: D;
    /** Validation errors in the combination of settings, each of which is valid on its own. */
    checkTogether?: (settings: Readonly<Record<keyof D, unknown>>) => Record<string, string>;
  };

/** Declares a field type; its validation functions derive from its settings and value rules. */
export function fieldType<D extends Settings>(
  definition: Definition<D, CommonSettings & ValuesOf<D>>,
): FieldTypeContract<CommonSettings & ValuesOf<D>> {
  const { wrongKind, missing = () => undefined, bounds = () => [], settings: own, checkTogether } = definition;
  const initial = Object.entries(own).map(([name, setting]) => [name, setting.initial]);
  return {
    ...definition,
    // Each initial value has the type of its setting's kind.
    defaultSettings: Object.fromEntries(initial) as Omit<CommonSettings & ValuesOf<D>, keyof CommonSettings>,
    checkSettings: (settings) =>
      checkEach(own, settings) ?? checkTogether?.(settings as Record<keyof D, unknown>) ?? {},
    missing,
    bounds,
    check: (value, settings) =>
      isEmpty(value) ? missing(settings) : (wrongKind(value) ?? brokenBound(value, bounds(settings))),
  };
}

function checkEach(own: Settings, settings: Readonly<Record<string, unknown>>): Record<string, string> | undefined {
  const wrong = Object.entries(own).flatMap(([name, { check }]) => {
    // The API shape has validated the type; a form passes the typed text.
    const reason = check(settings[name] as never);
    return reason === undefined ? [] : [[name, reason]];
  });
  return wrong.length === 0 ? undefined : Object.fromEntries(wrong);
}

/** Error message if a value of the right type breaks one of the constraints; otherwise undefined. */
export const brokenBound = (value: unknown, bounds: readonly Bound[]): string | undefined =>
  bounds.find((bound) => breaks(value, bound))?.reason;

function breaks(value: unknown, bound: Bound): boolean {
  if (bound.rule === 'whole') return !Number.isInteger(value);
  const measured = bound.measure === 'length' ? String(value).length : Number(value);
  return bound.rule === 'atLeast' ? measured < bound.limit : measured > bound.limit;
}

/** Constraints for a minimum and a maximum, both inclusive; `null` is no limit. */
export function limits(
  measure: 'number' | 'length',
  { minimum, maximum }: { minimum: number | null; maximum: number | null },
  reasons: { atLeast: (limit: number) => string; atMost: (limit: number) => string },
): Bound[] {
  const bound = (rule: 'atLeast' | 'atMost', limit: number | null): Bound[] =>
    limit === null ? [] : [{ rule, measure, limit, reason: reasons[rule](limit) }];
  return [...bound('atLeast', minimum), ...bound('atMost', maximum)];
}

/** Error message for an empty required field; shared by the types that use the same wording. */
export const requiredField = ({ required }: { required: boolean }): string | undefined =>
  required ? 'required field' : undefined;

/** True for a value that counts as empty. */
export const isEmpty = (value: unknown): value is null | undefined | '' =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
