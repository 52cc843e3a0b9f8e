import {
  type ConditionError,
  type ConditionScope,
  compileExpression,
  type Expression,
  isCompiled,
  wordFor,
} from './compile-expression.ts';

/** What an evaluation found: a condition that is not decided, because it needs an empty value, holds. */
export type Outcome = 'holds' | 'broken' | { error: string };

/** A condition that can be evaluated, the same way in the browser and in the server. */
export interface Condition extends Omit<Expression, 'evaluate'> {
  /** Never throws, and stops at the limit of steps, or when `budget` is used up. */
  evaluate: (...of: Parameters<Expression['evaluate']>) => Outcome;
}

/** Compiles the expression of a condition over a template's fields. */
export function compileCondition(expression: string, scope: ConditionScope): Condition | ConditionError {
  const compiled = compileExpression(expression, scope, {
    noun: 'condition',
    refuse: (type) => (type === 'bool' ? undefined : `must be true or false, not a ${wordFor(type)}`),
  });
  if (!isCompiled<Expression>(compiled)) return compiled;
  return {
    names: compiled.names,
    evaluate: (variables, budget) => {
      const found = compiled.evaluate(variables, budget);
      if (found === 'empty') return 'holds';
      if ('error' in found) return found;
      if (typeof found.value !== 'boolean') return { error: 'the condition is neither true nor false' };
      return found.value ? 'holds' : 'broken';
    },
  };
}

/** True for a compiled condition. */
export const isCondition = (compiled: Condition | ConditionError): compiled is Condition => isCompiled(compiled);
