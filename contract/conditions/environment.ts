import { Environment, EvaluationError } from '@marcbachmann/cel-js';
import { sumOf } from './arithmetic.ts';
import { conditionLimits } from './condition-limits.ts';
import { isEqual } from './equality.ts';

/**
 * Functions and methods that conditions can use. The others of the library depend on the time zone or the Unicode
 * version of the machine, or can take exponential time (`matches`).
 */
export const allowedFunctions: ReadonlySet<string> = new Set(['size', 'int', 'double', 'string', 'bool']);

/** Methods that conditions can use, including the macros; see {@link allowedFunctions}. */
export const allowedMethods: ReadonlySet<string> = new Set([
  ...['size', 'contains', 'startsWith', 'endsWith', 'trim', 'indexOf', 'lastIndexOf', 'substring', 'split', 'join'],
  ...['sum', 'all', 'exists', 'exists_one', 'map', 'filter', 'bind'],
]);

/** An environment with number operators that mix whole numbers and decimals, which CEL itself does not have. */
export function baseEnvironment(): Environment {
  const { nodes, depth, entries } = conditionLimits;
  const environment = new Environment({
    homogeneousAggregateLiterals: false,
    limits: {
      maxAstNodes: nodes,
      maxDepth: depth,
      maxListElements: entries,
      maxMapEntries: entries,
      maxCallArguments: 8,
    },
  });
  const operators = {
    '+': (a: number, b: number) => a + b,
    '-': (a: number, b: number) => a - b,
    '*': (a: number, b: number) => a * b,
    '/': (a: number, b: number) => a / b,
    '%': (a: number, b: number) => a % b,
  };
  for (const [operator, apply] of Object.entries(operators)) {
    // The literals of an expression are of the type `int`, the numbers of an item of the type `double`.
    const mixed = (a: number | bigint, b: number | bigint) => apply(Number(a), Number(b));
    environment.registerOperator(`int ${operator} double`, mixed);
    environment.registerOperator(`double ${operator} int`, mixed);
  }
  environment.registerOperator('double % double', operators['%']);
  environment.registerOperator('int == double', isEqual);
  return environment.registerFunction('list.sum(): double', (list: unknown[]) => sumOf(list.map(numberIn)), {
    async: false,
  });
}

/**
 * Declares operators for the static check only: an evaluation compares for equality by itself, see `countSteps`, and the
 * library would find them ambiguous.
 */
export function allowMixedComparisons(environment: Environment): void {
  for (const type of ['double', 'string', 'bool']) environment.registerOperator(`${type} == null`, isEqual);
  environment.registerOperator('double in list<int>', isEqual);
  environment.registerOperator('int in list<double>', isEqual);
  environment.registerOperator('list<int> == list<double>', isEqual);
}

function numberIn(entry: unknown): number {
  if (typeof entry === 'number' || typeof entry === 'bigint') return Number(entry);
  if (entry === null) return 0;
  throw new EvaluationError('sum() needs a list of numbers');
}
