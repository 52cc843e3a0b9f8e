import type { FilterOp } from './filters.ts';
import type { Settings, ValuesOf } from './setting.ts';

/** Settings that every field has, whatever its type. */
export interface CommonSettings {
  /** The key in the exported JSON. */
  name: string;
  /** What the form shows. */
  label: string;
}

/** A value in an item: empty is `null`. Links are item ids, an image its path. */
export type FieldValue = string | number | boolean | null | number[];

/** A value as the API carries it; a type may carry it in another form than an item holds it in. */
export type WireValue = FieldValue | (string | number)[];

/** What filters and sorting see of a value: each entry becomes a row of its own in an index. */
export interface IndexedValue {
  numbers?: number[];
  texts?: string[];
  links?: number[];
}

/** What settings ask of a value, told once: the check of a value and the search for values that break it are both made from it. */
export type Bound =
  | {
      rule: 'atLeast' | 'atMost';
      /** The number itself, or the UTF-16 code units of a text. */
      measure: 'number' | 'length';
      limit: number;
      reason: string;
    }
  /** A number without a fraction. */
  | { rule: 'whole'; reason: string };

/** All that is known of a field type apart from how it looks; adding a type is adding one of these to the registry. */
export interface FieldTypeContract<S extends CommonSettings = CommonSettings> {
  /** The name in the palette. */
  label: string;
  /** `value`: a leaf; `group`: children of its own level; `rows`: children repeated a row; `row`: one of those, in no template. */
  holds: 'value' | 'group' | 'rows' | 'row';
  /** False for types that a person cannot add. */
  inPalette: boolean;
  /** The settings beside name and label, each with its form, its words and its rule. */
  settings: Settings;
  /** What a new field has. */
  defaultSettings: Omit<S, keyof CommonSettings>;
  /** What is wrong with the settings beside name and label, by setting; a number may be what was typed in its place. */
  checkSettings: (settings: Readonly<Record<string, unknown>>) => Record<string, string>;
  /** Why a value that is not empty is none of the type, or nothing. */
  wrongKind: (value: unknown) => string | undefined;
  /** Why the field must not be empty, or nothing. */
  missing: (settings: S) => string | undefined;
  /** What the settings ask of a value of the type. */
  bounds: (settings: S) => readonly Bound[];
  /** Why the value breaks the field's rules, in the words of the specification, or nothing. An empty value is `null`. */
  check: (value: unknown, settings: S) => string | undefined;
  /** True where values are numbers: those of one such type may become those of another. */
  isNumber?: true;
  /** The id of the template to whose items values lead, where they are links. */
  linksTo?: (settings: S) => string;
  /** Filter conditions that make sense for the type; none means that it cannot be filtered. */
  conditions: readonly FilterOp[];
  /** Why what a person typed as a filter's value cannot be used, or nothing. */
  checkFilter: (value: string) => string | undefined;
  /** What is sent in place of the value; the value itself where it is left out. */
  toWire?: (value: FieldValue) => WireValue;
  /** What is held in place of what was sent; the same where it is left out. */
  fromWire?: (value: WireValue) => FieldValue;
  /** The id of the stored file that a value stands for, where values of the type are files; `null` while one is not stored. */
  uploadId?: (value: FieldValue) => string | null;
  /** Which index holds the values, if any. */
  indexed: 'number' | 'text' | 'link' | undefined;
  /** What the index keeps of a valid value that is not empty. */
  index: (value: FieldValue) => IndexedValue;
  /** Which index a filter's value is compared with, and the value parsed for it. */
  filterValue: (value: string) => { number: number } | { text: string } | { link: number } | undefined;
  /** Which index orders the rows of a list, if any. */
  sortsBy: 'number' | 'text' | undefined;
  /** What an export has in place of an empty value; `null` where it is left out. */
  emptyExport?: readonly [];
}

type Derived = 'missing' | 'bounds' | 'check' | 'settings' | 'defaultSettings' | 'checkSettings';
type Definition<D extends Settings, S extends CommonSettings> = Omit<FieldTypeContract<S>, Derived> &
  Partial<Pick<FieldTypeContract<S>, 'missing' | 'bounds'>> & {
    settings: D;
    /** What is wrong with settings beside each other, each of which is right on its own. */
    checkTogether?: (settings: Readonly<Record<keyof D, unknown>>) => Record<string, string>;
  };

/** Declares a field type; its checks follow from what is said of its settings and values. */
export function fieldType<D extends Settings>(
  definition: Definition<D, CommonSettings & ValuesOf<D>>,
): FieldTypeContract<CommonSettings & ValuesOf<D>> {
  const { wrongKind, missing = () => undefined, bounds = () => [], settings: own, checkTogether } = definition;
  const initial = Object.entries(own).map(([name, setting]) => [name, setting.initial]);
  return {
    ...definition,
    // Settings have the values of their kinds.
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
    // The shape has seen to the kind, or the form that holds what was typed.
    const reason = check(settings[name] as never);
    return reason === undefined ? [] : [[name, reason]];
  });
  return wrong.length === 0 ? undefined : Object.fromEntries(wrong);
}

/** Why a value of the right kind breaks one of the bounds, or nothing. */
export const brokenBound = (value: unknown, bounds: readonly Bound[]): string | undefined =>
  bounds.find((bound) => breaks(value, bound))?.reason;

function breaks(value: unknown, bound: Bound): boolean {
  if (bound.rule === 'whole') return !Number.isInteger(value);
  const measured = bound.measure === 'length' ? String(value).length : Number(value);
  return bound.rule === 'atLeast' ? measured < bound.limit : measured > bound.limit;
}

/** Bounds of a minimum and a maximum, both inclusive; `null` is no limit. */
export function limits(
  measure: 'number' | 'length',
  { minimum, maximum }: { minimum: number | null; maximum: number | null },
  reasons: { atLeast: (limit: number) => string; atMost: (limit: number) => string },
): Bound[] {
  const bound = (rule: 'atLeast' | 'atMost', limit: number | null): Bound[] =>
    limit === null ? [] : [{ rule, measure, limit, reason: reasons[rule](limit) }];
  return [...bound('atLeast', minimum), ...bound('atMost', maximum)];
}

/** What a required field says of no value, for the types that say it in the same words. */
export const requiredField = ({ required }: { required: boolean }): string | undefined =>
  required ? 'required field' : undefined;

/** True for a value that counts as empty. */
export const isEmpty = (value: unknown): value is null | undefined | '' =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
