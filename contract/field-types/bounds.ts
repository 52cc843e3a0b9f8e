import type { Option } from './options.ts';
import { matchesPattern } from './patterns.ts';

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
  | { rule: 'whole'; reason: string }
  /** A text, or each text of a list, is one of these. */
  | { rule: 'oneOf'; values: readonly string[]; reason: string }
  /** A link of the form `template:id` leads to an item of one of these templates. */
  | { rule: 'linksTo'; values: readonly string[]; reason: string }
  /** A text, or each text of a list, matches a pattern; not evaluated in SQL. */
  | { rule: 'matches'; pattern: string; reason: string };

/** Error message if a value of the right type breaks one of the constraints; otherwise undefined. */
export const brokenBound = (value: unknown, bounds: readonly Bound[]): string | undefined =>
  bounds.find((bound) => breaks(value, bound))?.reason;

function breaks(value: unknown, bound: Bound): boolean {
  if (bound.rule === 'whole') return !Number.isInteger(value);
  if (bound.rule === 'oneOf') return ![value].flat().every((entry) => bound.values.includes(String(entry)));
  if (bound.rule === 'linksTo') return !bound.values.some((templateId) => String(value).startsWith(`${templateId}:`));
  if (bound.rule === 'matches') return ![value].flat().every((entry) => matchesPattern(bound.pattern, String(entry)));
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

/**
 * True if no value that satisfies one constraint can violate the other: then a change from the one to the other affects
 * no item.
 */
export function implies(satisfied: Bound, bound: Bound): boolean {
  if (satisfied.rule === 'whole' || bound.rule === 'whole') return satisfied.rule === bound.rule;
  if ('values' in satisfied || 'values' in bound) {
    return (
      'values' in satisfied &&
      'values' in bound &&
      satisfied.rule === bound.rule &&
      satisfied.values.every((value) => bound.values.includes(value))
    );
  }
  if (satisfied.rule === 'matches' || bound.rule === 'matches')
    return satisfied.rule === 'matches' && bound.rule === 'matches' && satisfied.pattern === bound.pattern;
  if (satisfied.rule !== bound.rule || satisfied.measure !== bound.measure) return false;
  return satisfied.rule === 'atLeast' ? satisfied.limit >= bound.limit : satisfied.limit <= bound.limit;
}

/** The constraint for a list of options; an empty list is no constraint, as a field of it cannot be saved. */
export const oneOf = (options: readonly Option[], reason: string): Bound[] =>
  options.length === 0 ? [] : [{ rule: 'oneOf', values: options.map(({ id }) => id), reason }];
