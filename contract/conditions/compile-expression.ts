import { TypeError as CelTypeError, EvaluationError, ParseError } from '@marcbachmann/cel-js';
import type { TreeNode } from '../content/template-tree.ts';
import { conditionLimits } from './condition-limits.ts';
import {
  childrenOf,
  countSteps,
  dividedByZero,
  emptyOperand,
  type Node,
  notBoolean,
  type StepCounter,
} from './count-steps.ts';
import { allowedFunctions, allowedMethods, allowMixedComparisons, baseEnvironment } from './environment.ts';
import { allowMixedBranches } from './mixed-branches.ts';
import { declareVariables } from './variables.ts';

/** Why an expression cannot be used, and the characters concerned. */
export interface ConditionError {
  reason: string;
  start: number;
  end: number;
  /** The name of a field that does not exist, if this is the reason. */
  unknown?: string;
}

/** What an evaluation found; `empty` if the result needs an empty value. */
export type Evaluated = { value: unknown } | 'empty' | { error: string };

/** An expression that can be evaluated, the same way in the browser and in the server. */
export interface Expression {
  /** The names of the fields at its level that it reads; `item` stands for all of the item. */
  names: ReadonlySet<string>;
  /** Never throws, and stops at the limit of steps, or when `budget` is used up. */
  evaluate: (variables: ReadonlyMap<string, unknown>, budget?: StepCounter) => Evaluated;
}

/** What an expression is used for. */
export interface ExpressionUse {
  /** The word for it in error messages. */
  noun: string;
  /** Error message for a result of this type of CEL; otherwise undefined. Not called if the type is unknown. */
  refuse: (type: string) => string | undefined;
}

/** The levels that an expression sees: that of its field by name, and the whole item as `item`. */
export interface ConditionScope {
  row: readonly TreeNode[];
  item: readonly TreeNode[];
}

let base: ReturnType<typeof baseEnvironment> | undefined;

/** Compiles an expression over a template's fields. */
export function compileExpression(
  expression: string,
  scope: ConditionScope,
  { noun, refuse }: ExpressionUse,
): Expression | ConditionError {
  const entire = { start: 0, end: expression.length };
  if (expression.trim() === '') return { reason: 'required field', ...entire };
  if (expression.length > conditionLimits.expressionLength)
    return { reason: `must be at most ${conditionLimits.expressionLength} characters`, ...entire };
  base ??= baseEnvironment();
  try {
    const names = new Set<string>();
    const refused = findRefused(asNode(base.parse(expression).ast), names);
    if (refused) return refused;
    const typed = base.clone();
    allowMixedComparisons(typed);
    declareVariables(typed, scope, names);
    const program = typed.parse(expression);
    allowMixedBranches(asNode(program.ast));
    const { type = 'dyn', error } = program.check();
    if (error) return describe(error, entire, noun);
    const reason = type === 'dyn' ? undefined : refuse(type);
    if (reason !== undefined) return { reason, ...entire };
    return { names, evaluate: evaluatorOf(expression, names, noun) };
  } catch (error) {
    return describe(error, entire, noun);
  }
}

/** True for an expression that was compiled. */
export const isCompiled = <E extends object>(compiled: E | ConditionError): compiled is E => 'evaluate' in compiled;

// The library's types hide what an evaluation needs.
const asNode = (ast: unknown): Node => ast as Node;

/** Collects the names of an expression's variables; returns the first function that expressions do not have. */
function findRefused(root: Node, names: Set<string>): ConditionError | undefined {
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    const { op, args, start, end } = node;
    if (op === 'id') names.add(String(args));
    if (op === 'id' && args === 'google') return { reason: 'there is no field google here', start, end };
    const isCall = op === 'call' || op === 'rcall';
    const name = isCall ? String((args as unknown[])[0]) : '';
    if (isCall && !(op === 'call' ? allowedFunctions : allowedMethods).has(name))
      return { reason: `there is no function ${name}()`, start, end };
    pending.push(...childrenOf(node));
  }
  return undefined;
}

function evaluatorOf(expression: string, names: ReadonlySet<string>, noun: string): Expression['evaluate'] {
  const tooExpensive: Evaluated = { error: `the ${noun} takes too long on this item` };
  // Values can be empty, which no static type allows.
  const loose = (base ?? baseEnvironment()).clone();
  for (const name of names) if (!loose.hasVariable(name)) loose.registerVariable(name, 'dyn');
  const program = loose.parse(expression);
  allowMixedBranches(asNode(program.ast));
  const { error } = program.check();
  if (error) throw error;
  const counter: StepCounter = { left: 0 };
  const nodes = countSteps(asNode(program.ast), counter);
  return (variables, budget) => {
    const limit = Math.min(conditionLimits.steps, budget?.left ?? conditionLimits.steps);
    counter.left = limit - nodes;
    try {
      if (counter.left < 0) return tooExpensive;
      const result: unknown = program(variables as unknown as Record<string, unknown>);
      // An operator such as `||` can succeed although one of its operands was stopped.
      if (counter.left < 0) return tooExpensive;
      return result === null ? 'empty' : { value: result };
    } catch (thrown) {
      if (counter.left < 0) return tooExpensive;
      if (thrown === emptyOperand) return 'empty';
      if (thrown === dividedByZero || thrown === notBoolean) return { error: (thrown as Error).message };
      return { error: describe(thrown, { start: 0, end: 0 }, noun).reason };
    } finally {
      if (budget) budget.left -= limit - Math.max(counter.left, 0);
    }
  };
}

function describe(error: unknown, entire: { start: number; end: number }, noun: string): ConditionError {
  const isOwn = error instanceof ParseError || error instanceof CelTypeError || error instanceof EvaluationError;
  // Overloads that the library finds ambiguous, for example.
  if (!isOwn) return { reason: 'cannot calculate this', ...entire };
  const { start, end } = error.range ?? entire;
  const { code, summary } = error;
  const isUnknown = code === 'unknown_variable' || code === 'no_such_key';
  return {
    reason: sentenceOf(code, summary, noun),
    start,
    end,
    ...(isUnknown && { unknown: afterColon(summary) }),
  };
}

function sentenceOf(code: string, summary: string, noun: string): string {
  if (code === 'unknown_variable') return `there is no field ${afterColon(summary)} here`;
  if (summary.includes('index out of bounds')) return 'there is no such entry in the list';
  if (code === 'no_such_key') return `there is no field ${afterColon(summary)} in this group`;
  if (code === 'no_such_overload') return `cannot calculate ${inWords(afterColon(summary), noun)}`;
  const [first = '', ...rest] = inWords(summary, noun);
  return first.toLowerCase() + rest.join('');
}

const afterColon = (summary: string): string => summary.slice(summary.indexOf(': ') + 2);

const words: Readonly<Record<string, string>> = {
  double: 'number',
  int: 'whole number',
  string: 'text',
  bool: 'boolean',
  null: 'empty value',
};

/** The name of a type of CEL in error messages. */
export const wordFor = (type: string): string => words[type] ?? inWords(type, '');

/** Replaces the names of CEL's types with those of this product. */
const inWords = (summary: string, noun: string): string =>
  summary
    .replace(/\bEOF\b/g, `end of the ${noun}`)
    .replace(/\b(?:double|int|string|bool|null)\b(?!\()/g, (type) => words[type] ?? type)
    .replace(/\b(\w+?)_\d+\b/g, '$1');

/** The sentence with which the editor and a refused save report an error in an expression. */
export const conditionSentence = ({ reason, start, end }: ConditionError, expression: string): string =>
  start === 0 && end >= expression.length ? reason : `${reason} (character ${start + 1})`;
