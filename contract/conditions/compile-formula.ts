import type { ComputedKind } from '../field-types/field-type.ts';
import { rounded } from '../field-types/operations.ts';
import {
  type ConditionError,
  type ConditionScope,
  compileExpression,
  type Expression,
  isCompiled,
  wordFor,
} from './compile-expression.ts';

/** The result of a formula: a value, `null` if it needs an empty one, or the reason why there is none. */
export type Computed = { value: number | string | boolean | null } | { error: string };

/** A formula that can be evaluated, the same way in the browser and in the server. */
export interface Formula extends Omit<Expression, 'evaluate'> {
  /** Never throws, and stops at the limit of steps, or when `budget` is used up. */
  evaluate: (...of: Parameters<Expression['evaluate']>) => Computed;
}

/** What each kind of formula results in: the types of CEL, its name, and the value to store of a result. */
const kinds: Record<ComputedKind, { types: readonly string[]; a: string; read: (result: unknown) => Computed }> = {
  number: { types: ['int', 'double'], a: 'a number', read: readNumber },
  text: { types: ['string'], a: 'a text', read: readText },
  boolean: { types: ['bool'], a: 'true or false', read: readBoolean },
};

/** Compiles the formula of a computed field over a template's fields. */
export function compileFormula(formula: string, scope: ConditionScope, kind: ComputedKind): Formula | ConditionError {
  const { types, a, read } = kinds[kind];
  const compiled = compileExpression(formula, scope, {
    noun: 'formula',
    refuse: (type) => (types.includes(type) ? undefined : `must result in ${a}, not in a ${wordFor(type)}`),
  });
  if (!isCompiled<Expression>(compiled)) return compiled;
  return {
    names: compiled.names,
    evaluate: (variables, budget) => {
      const found = compiled.evaluate(variables, budget);
      if (found === 'empty') return { value: null };
      return 'error' in found ? found : read(found.value);
    },
  };
}

function readNumber(result: unknown): Computed {
  if (typeof result !== 'number' && typeof result !== 'bigint') return { error: 'the result is not a number' };
  // JSON has no negative zero.
  const value = rounded(Number(result)) + 0;
  return Number.isFinite(value) ? { value } : { error: 'the result is too large' };
}

function readText(result: unknown): Computed {
  if (typeof result !== 'string') return { error: 'the result is not a text' };
  // Neither the database nor a file could store it: a character may have been cut in half.
  if (result.includes('\0') || /\p{Surrogate}/u.test(result)) return { error: 'the result has half a character' };
  return { value: result };
}

function readBoolean(result: unknown): Computed {
  return typeof result === 'boolean' ? { value: result } : { error: 'the result is neither true nor false' };
}
