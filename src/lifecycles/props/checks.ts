import type { PropProblem } from './prop-problem.ts';

/** Returns the expected value, with the part that is wrong, or null if the value is valid. */
export type Check = (value: unknown) => string | { expected: string; found: string } | null;

export const text: Check = (value) => (typeof value === 'string' && value !== '' ? null : 'a text that is not empty');
export const callable: Check = (value) => (typeof value === 'function' ? null : 'a function');
export const oneOf =
  (values: readonly string[]): Check =>
  (value) =>
    values.includes(value as string) ? null : `one of ${values.map((each) => `"${each}"`).join(', ')}`;

/** Duck-typed rather than by class: an element from another window is valid too. */
export const element: Check = (value) => ((value as Node | null)?.nodeType === 1 ? null : 'an element of the page');

export const wholeNumber: Check = (value) =>
  Number.isSafeInteger(value) && (value as number) > 0 ? null : 'a positive whole number';

export const flag: Check = (value) => (typeof value === 'boolean' ? null : 'true or false');

/** An object whose parts are all optional. */
export const partsOf =
  (checks: Record<string, Check>): Check =>
  (value) => {
    const expectation = `an object with only ${Object.keys(checks).join(', ')}`;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return expectation;
    for (const [part, entry] of Object.entries(value)) {
      const check = checks[part];
      if (!check) return { expected: expectation, found: `it has ${part}` };
      const expected = entry === undefined ? null : check(entry);
      if (expected)
        return { expected: `an object whose ${part} is ${expected}`, found: `its ${part} is ${valueText(entry)}` };
    }
    return null;
  };

/** One problem for each prop of `checks` with an invalid value; undefined counts as not given, but for those that are required. */
export function findProblems(
  checks: Readonly<Record<string, Check>>,
  source: Readonly<Record<string, unknown>>,
  required: readonly string[] = [],
): PropProblem[] {
  return Object.entries(checks).flatMap(([prop, check]) => {
    const value = source[prop];
    const problem = value === undefined && !required.includes(prop) ? null : check(value);
    if (problem === null) return [];
    const { expected, found } =
      typeof problem === 'string' ? { expected: problem, found: `it is ${valueText(value)}` } : problem;
    return [{ prop, sentence: `The prop "${prop}" must be ${expected}, and ${found}.` }];
  });
}

function valueText(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = typeof value === 'string' ? `"${value}"` : String(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
