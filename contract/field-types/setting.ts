import { isLanguage, notLanguage } from '../languages.ts';
import { expressionLength } from './expression-length.ts';
import { checkOptions, type Option } from './options.ts';
import { checkPatternSyntax } from './patterns.ts';
import { checkRuleList, type Rule } from './rules.ts';
import type { ShownWhen } from './shown-when.ts';
import { inexactIntegerSentence } from './whole-number.ts';

/** The value type of each kind of setting. */
export interface SettingValues {
  /** A boolean. */
  flag: boolean;
  /** A number that limits values; `null` is no limit. */
  limit: number | null;
  /** The id of a template; empty if none is chosen. */
  template: string;
  /** The ids of several templates. */
  templates: readonly string[];
  /** The values that can be chosen, in order. */
  options: readonly Option[];
  /** The code of a language. */
  language: string;
  /** A text. */
  text: string;
  /** The name of an extension; empty if there is none. */
  extension: string;
  /** A regular expression; empty if there is none. */
  pattern: string;
  /** When the field is shown; `null` if it always is. */
  shownWhen: ShownWhen | null;
  /** An expression over the fields of the item. */
  formula: string;
  /** A value of the field, in stored form. */
  value: unknown;
  /** Conditions on the values of an item, in order. */
  rules: readonly Rule[];
}

/** A kind of setting: the console has one input for each, the server one shape. */
export type SettingKind = keyof SettingValues;

/** The groups of settings in the template editor, in order. */
export const settingGroups = { basics: 'Basics', rules: 'Rules', help: 'Help' } as const;
/** The name of a group of settings. */
export type SettingGroup = keyof typeof settingGroups;

/** A setting of a kind. */
export interface SettingOf<K extends SettingKind> {
  kind: K;
  /** Where the template editor shows it. */
  group: SettingGroup;
  /** The label in the form. */
  label: string;
  /** The name in the list of changes. */
  name: string;
  description?: string;
  /** The value in a new field. */
  initial: SettingValues[K];
  /** True if the setting is absent unless it is set, see {@link isSet}. */
  isOptional?: true;
  /** True if the setting is derived from other fields, and cannot be edited. */
  isDerived?: true;
  /** True if it is edited in the template's details, as one field at most has it. */
  isOfTemplate?: true;
  /** True if decimals are not allowed. */
  isWhole?: boolean;
  /** For a text: its maximum length in UTF-16 code units. */
  maxLength?: number;
  /** True for a text with several lines. */
  isLong?: true;
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
  group: 'rules',
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
  group: 'basics',
  label: 'Template',
  name: 'Template',
  description: 'Items of this template can be linked',
  initial: '',
  check: (value) => (value === '' ? 'required field' : undefined),
};

const linkedTemplatesLimit = 20;

/** The templates of which items can be linked. */
export const linkedTemplates: SettingOf<'templates'> = {
  kind: 'templates',
  group: 'basics',
  label: 'Templates',
  name: 'Templates',
  description: 'Items of these templates can be linked',
  initial: [],
  check: (value) => {
    if (value.length < 2) return 'choose at least two templates';
    if (value.length > linkedTemplatesLimit) return `there can be at most ${linkedTemplatesLimit} templates`;
    return new Set(value).size < value.length || value.includes('') ? 'choose each template once' : undefined;
  },
};

/** The language of the source of localised texts. */
export const sourceLanguage: SettingOf<'language'> = {
  kind: 'language',
  group: 'basics',
  label: 'Source language',
  name: 'Source language',
  description: 'The other languages are translated from it',
  initial: 'en',
  check: (value) => (isLanguage(value) ? undefined : notLanguage),
};

/** The values that can be chosen. */
export const optionList: SettingOf<'options'> = {
  kind: 'options',
  group: 'basics',
  label: 'Options',
  name: 'Options',
  description: 'The values that can be chosen, in order',
  initial: [],
  check: (value) => (typeof value === 'string' ? 'add at least one option' : checkOptions(value)),
};

/** Conditions whose messages are shown at the field. */
export const ruleList: SettingOf<'rules'> = {
  kind: 'rules',
  group: 'rules',
  label: 'Conditions',
  name: 'Conditions',
  description: 'What the values of an item have to meet; the message is shown at this field',
  initial: [],
  isOptional: true,
  check: (value) => (typeof value === 'string' ? 'must be a list of conditions' : checkRuleList(value)),
};

/**
 * What a computed field is computed from. Whether it can be computed depends on the other fields, and is checked when the
 * template is saved.
 */
export const formula: SettingOf<'formula'> = {
  kind: 'formula',
  group: 'basics',
  label: 'Formula',
  name: 'Formula',
  description: 'Computed from the other fields by their names, such as damage * attacks_per_second',
  initial: '',
  isLong: true,
  maxLength: expressionLength,
  check: (value) => {
    if (value.trim() === '') return 'required field';
    return value.length > expressionLength ? `must be at most ${expressionLength} characters` : undefined;
  },
};

/** An optional text with a maximum length. */
export const optionalText = (
  label: string,
  setting: Pick<SettingOf<'text'>, 'group' | 'isLong'> & { description: string; maxLength: number },
): SettingOf<'text'> => ({
  kind: 'text',
  label,
  name: label,
  initial: '',
  isOptional: true,
  check: (value) => (value.length > setting.maxLength ? `must be at most ${setting.maxLength} characters` : undefined),
  ...setting,
});

/** What the text of a value has to match. */
export const pattern: SettingOf<'pattern'> = {
  kind: 'pattern',
  group: 'rules',
  label: 'Pattern',
  name: 'Pattern',
  description: 'A regular expression that the whole value has to match, such as [a-z]+_[0-9]{2}',
  initial: '',
  isOptional: true,
  check: (value) => (typeof value === 'string' ? checkPatternSyntax(value) : undefined),
};

/** False for the value of an optional setting that is not set, and therefore not stored. */
export function isSet({ kind }: Setting, value: unknown): boolean {
  if (kind === 'flag') return value === true;
  if (kind === 'text') return typeof value === 'string' && value.trim() !== '';
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

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
    group: 'rules',
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

/** What the values of all rows have to sum to; `null` if any sum is fine. */
export const requiredSum: SettingOf<'limit'> = {
  kind: 'limit',
  group: 'rules',
  label: 'Sum of all rows',
  name: 'Sum of all rows',
  description: 'What the weights of a group have to sum to, such as 100 or 1',
  initial: null,
  check: (value) =>
    value === null
      ? undefined
      : (wrongLimit(value, { isWhole: false }) ?? (Number(value) > 0 ? undefined : 'should be above 0')),
};

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
