import { inexactIntegerSentence, keepsDigits } from './whole-number.ts';

/** API codes of the filter conditions. */
export const filterOps = {
  less: 1,
  lessOrEqual: 2,
  more: 3,
  moreOrEqual: 4,
  equal: 5,
  contains: 6,
  not: 7,
  empty: 8,
  between: 9,
  notEmpty: 10,
  anyOf: 11,
  missingIn: 12,
  outdatedIn: 13,
} as const;
/** The name of a filter condition. */
export type FilterOp = keyof typeof filterOps;

/** Labels of the conditions in the filter bar. */
export const filterOpLabels: Record<FilterOp, string> = {
  less: 'less than (<)',
  lessOrEqual: 'at most (≤)',
  more: 'more than (>)',
  moreOrEqual: 'at least (≥)',
  equal: 'is',
  contains: 'contains',
  not: 'is not',
  empty: 'is empty',
  notEmpty: 'is not empty',
  between: 'between',
  anyOf: 'is one of',
  missingIn: 'missing in',
  outdatedIn: 'outdated in',
};

/** False for a condition that is not about a value. */
export const takesValue = (condition: FilterOp | ''): boolean => condition !== 'empty' && condition !== 'notEmpty';

/** True for a condition whose value is the code of a language. */
export const takesLanguage = (condition: FilterOp | ''): boolean =>
  condition === 'missingIn' || condition === 'outdatedIn';

/** Conditions of numbers. */
export const numberConditions: readonly FilterOp[] = [
  'equal',
  'less',
  'lessOrEqual',
  'more',
  'moreOrEqual',
  'between',
  'not',
  'empty',
  'notEmpty',
];

/** Conditions of the pseudo-field `id`. */
export const idConditions: readonly FilterOp[] = ['equal', 'less', 'lessOrEqual', 'more', 'moreOrEqual', 'between'];

/** Conditions of the pseudo-field `label`. */
export const labelConditions: readonly FilterOp[] = ['contains', 'equal', 'not'];

/** The limits of a `between`, both included, from its value `10..20`; undefined if it is not of that form. */
export function limitsOf(value: string): [low: string, high: string] | undefined {
  const at = value.indexOf('..');
  if (at < 0) return undefined;
  const [low, high] = [value.slice(0, at).trim(), value.slice(at + '..'.length).trim()];
  return low && high ? [low, high] : undefined;
}

/** Limits of a filter: the values of an `anyOf`, and the length of the text. */
export const filterLimits = { values: 20, length: 1300 } as const;

/** The values of an `anyOf`, from its value `common,rare`. */
export const valuesOf = (value: string): string[] => value.split(',').map((entry) => entry.trim());

/**
 * One condition of a list: `template_field_id` is a field's id, or `id` or `label`; multiple conditions are combined
 * with AND. A field in rows meets a condition if the value in any row does; `not` is the opposite of `equal`, so that no
 * row has the value. `empty` and `notEmpty` have no value: no row has one, any row has one.
 */
export interface Filter {
  template_field_id: string;
  op: (typeof filterOps)[FilterOp];
  value: string;
}

/** Error message if a filter value is not a whole number; otherwise undefined. */
export function checkIntegerText(value: string): string | undefined {
  if (!/^[+-]?\d+(\.\d+)?$/.test(value.trim())) return 'should be a number';
  return /^[+-]?\d+$/.test(value.trim()) ? undefined : 'should be integer';
}

/** Error message if a filter value is not a decimal number, or has more digits than are stored; otherwise undefined. */
export function checkFloatText(value: string): string | undefined {
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(value.trim()))
    return "should be a number with '.' as a decimal separator";
  return keepsDigits(value) ? undefined : inexactIntegerSentence;
}
