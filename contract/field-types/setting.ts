import { checkOptions, type Option } from './options.ts';
import { inexactIntegerSentence } from './whole-number.ts';

/** The value type of each kind of setting. */
export interface SettingValues {
  /** A boolean. */
  flag: boolean;
  /** A number that limits values; `null` is no limit. */
  limit: number | null;
  /** The id of a template; empty if none is chosen. */
  template: string;
  /** The values that can be chosen, in order. */
  options: readonly Option[];
}

/** A kind of setting: the console has one input for each, the server one shape. */
export type SettingKind = keyof SettingValues;

interface SettingOf<K extends SettingKind> {
  kind: K;
  /** The label in the form. */
  label: string;
  /** The name in the list of changes. */
  name: string;
  description?: string;
  /** The value in a new field. */
  initial: SettingValues[K];
  /** True if decimals are not allowed. */
  isWhole?: boolean;
  /** Error message for an invalid input, otherwise undefined; a limit that is not a number yet is passed as text. */
  check: (value: SettingValues[K] | string) => string | undefined;
}

/** A setting that a field type has besides name and label. */
export type Setting = { [K in SettingKind]: SettingOf<K> }[SettingKind];

/** The settings of a type by their API name, in form order. */
export type Settings = Readonly<Record<string, Setting>>;

/** The value types of these settings. */
export type ValuesOf<D extends Settings> = { [K in keyof D]: SettingValues[D[K]['kind']] };

/** A boolean setting; false by default. */
export const flag = (label: string, description: string): SettingOf<'flag'> => ({
  kind: 'flag',
  label,
  name: label,
  description,
  initial: false,
  check: () => undefined,
});

/** Whether an item must have a value in the field. */
export const required = flag('Required', 'An item cannot be saved without a value');

/** The template whose items can be linked. */
export const linkedTemplate: SettingOf<'template'> = {
  kind: 'template',
  label: 'Template',
  name: 'Template',
  description: 'Items of this template can be linked',
  initial: '',
  check: (value) => (value === '' ? 'required field' : undefined),
};

/** The values that can be chosen. */
export const optionList: SettingOf<'options'> = {
  kind: 'options',
  label: 'Options',
  name: 'Options',
  description: 'The values that can be chosen, in order',
  initial: [],
  check: (value) => (typeof value === 'string' ? 'add at least one option' : checkOptions(value)),
};

interface LimitsOptions {
  labels?: { minimum: string; maximum: string };
  isWhole: boolean;
  /** The lowest value that a limit can have. */
  least?: number;
}

/** A minimum and a maximum, both inclusive. */
export function limitSettings({
  labels = limitNames,
  ...options
}: LimitsOptions): Record<'minimum' | 'maximum', SettingOf<'limit'>> {
  const limit = (setting: 'minimum' | 'maximum'): SettingOf<'limit'> => ({
    kind: 'limit',
    label: labels[setting],
    name: limitNames[setting],
    initial: null,
    isWhole: options.isWhole,
    check: (value) => (value === null ? undefined : wrongLimit(value, options)),
  });
  return { minimum: limit('minimum'), maximum: limit('maximum') };
}

const limitNames = { minimum: 'Minimum', maximum: 'Maximum' };

function wrongLimit(value: number | string, { isWhole, least }: LimitsOptions): string | undefined {
  if (!Number.isFinite(value)) {
    return isWhole ? 'should be a number' : "should be a number with '.' as a decimal separator";
  }
  if (isWhole && !Number.isInteger(value)) return 'should be integer';
  if (isWhole && !Number.isSafeInteger(value)) return inexactIntegerSentence;
  return least !== undefined && Number(value) < least ? `should be ${least} or more` : undefined;
}

/** Validation errors of a minimum and a maximum that are valid on their own. */
export function checkLimitOrder({
  minimum,
  maximum,
}: Record<'minimum' | 'maximum', unknown>): Partial<Record<'minimum' | 'maximum', string>> {
  if (minimum === null || maximum === null || Number(minimum) <= Number(maximum)) return {};
  return {
    minimum: 'must be less than or equal to maximum value',
    maximum: 'must be greater than or equal to minimum value',
  };
}
