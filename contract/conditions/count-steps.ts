import { roundedResult } from './arithmetic.ts';
import { isComparable, isEqual } from './equality.ts';

/** The parts of a syntax tree's node that {@link countSteps} uses. The exact version of the library has them. */
export interface Node {
  op: string;
  args: unknown;
  start: number;
  end: number;
  /** What the node does with its evaluated operands. */
  handle?: (...args: unknown[]) => unknown;
  evaluate: (evaluator: Evaluator, node: Node, context: unknown) => unknown;
  meta: {
    alternate?: Node;
    macro?: { val?: Node; exp?: Node };
    check: (checker: { dynType: unknown }, ...rest: unknown[]) => unknown;
  };
  /** The type that the static check has found. */
  checkedType?: { name: string };
}

interface Evaluator {
  run: (node: Node, context: unknown) => unknown;
}

/** A comprehension: the loop of a macro such as `all`. */
interface Loop {
  iterable: Node;
  init: Node;
  step: Node;
}

/** Counts the steps of the running evaluation. */
export interface StepCounter {
  left: number;
}

// Created once: macros continue with the next entry after an error, and creating one for each would take long.
/** Thrown in place of each further step once the limit of steps is exceeded. */
const tooManySteps = new Error('too many steps');
/** Thrown if an operator or function is applied to an empty value: the condition cannot be decided. */
export const emptyOperand = new Error('an operand is empty');
/** Thrown if a number is divided by zero. */
export const dividedByZero = new Error('division by zero');

/** Thrown if an operand of `&&` or `||` is no boolean. */
export const notBoolean = new Error('an operand is neither true nor false');

/** The nodes that a node evaluates. */
export function childrenOf({ op, args, meta: { alternate, macro } }: Node): Node[] {
  if (alternate) return [alternate];
  if (macro) return [macro.val, macro.exp].filter((node) => node !== undefined);
  const some = args as Node[];
  if (op === 'value' || op === 'id' || op === 'accuValue' || op === 'accuInc') return [];
  if (op === '.') return some.slice(0, 1);
  if (op === 'call') return (args as [string, Node[]])[1];
  if (op === 'rcall') {
    const [, receiver, rest] = args as [string, Node, Node[]];
    return [receiver, ...rest];
  }
  if (op === 'map') return (args as [Node, Node][]).flat();
  if (op === 'comprehension') {
    const { iterable, init, step } = args as Loop;
    return [iterable, init, step];
  }
  return Array.isArray(args) ? some : [args as Node];
}

/**
 * Makes each evaluation of a checked syntax tree calculate decimals as they are written, count its steps, and throw before an operation that would
 * exceed `counter.left`: one step per node, times the length of the list for the nodes in a loop, plus the sizes
 * of the texts and lists that an operation reads or creates. Returns the number of nodes.
 */
export function countSteps(root: Node, counter: StepCounter): number {
  const spend = (steps: number): void => {
    counter.left -= steps;
    if (counter.left < 0) throw tooManySteps;
  };
  const visit = (node: Node): number => {
    const { op, handle, meta } = node;
    let nodes = 1;
    let inLoop = 0;
    for (const child of childrenOf(node)) {
      const count = visit(child);
      nodes += count;
      if (op === 'comprehension' && child === (node.args as Loop).step) inLoop = count;
    }
    if (op === '&&' || op === '||') node.evaluate = logical(op === '||');
    else if (handle && !meta.alternate && !meta.macro)
      node.handle = spendingOnErrors(guarded(op, handle, inLoop, spend), spend);
    return nodes;
  };
  return visit(root);
}

/** Steps that an error takes: the library creates it with a stack, and a macro continues after it. */
const stepsOfError = 100;

const ownErrors: ReadonlySet<unknown> = new Set([tooManySteps, emptyOperand, dividedByZero, notBoolean]);

const spendingOnErrors =
  (handle: NonNullable<Node['handle']>, spend: (steps: number) => void): NonNullable<Node['handle']> =>
  (...args) => {
    // Measuring operands takes time, too, and a loop goes on after an error.
    spend(0);
    try {
      return handle(...args);
    } catch (error) {
      if (!ownErrors.has(error)) spend(stepsOfError);
      throw error;
    }
  };

/** `||` or `&&`: decided by one operand even if the other one is empty or fails. */
function logical(decisive: boolean): Node['evaluate'] {
  return (evaluator, { args }, context) => {
    const [left, right] = args as [Node, Node];
    let first: unknown;
    let failure: unknown;
    try {
      first = evaluator.run(left, context);
      if (first === decisive) return decisive;
    } catch (error) {
      failure = error;
    }
    const second = evaluator.run(right, context);
    if (second === decisive) return decisive;
    if (failure !== undefined) throw failure;
    if (first === null || second === null) throw emptyOperand;
    if (first === !decisive && second === !decisive) return !decisive;
    throw notBoolean;
  };
}

function guarded(
  op: string,
  handle: NonNullable<Node['handle']>,
  inLoop: number,
  spend: (steps: number) => void,
): NonNullable<Node['handle']> {
  if (op === 'comprehension')
    return (items, ...rest) => {
      if (items === null) throw emptyOperand;
      spend(lengthOf(items) * (inLoop + 1));
      return handle(items, ...rest);
    };
  if (op === 'call' || op === 'rcall')
    return (args, ...rest) => {
      const operands = args as unknown[];
      if (operands.includes(null)) throw emptyOperand;
      spend(stepsOfCall(operands));
      return handle(args, ...rest);
    };
  if (op === '.' || op === '[]' || op === '!_' || op === '-_' || op === '?:')
    return (operand, ...rest) => {
      if (operand === null) throw emptyOperand;
      return handle(operand, ...rest);
    };
  const comparesEmpty = op === '==' || op === '!=';
  const isDivision = op === '/' || op === '%';
  return (left, right, ...rest) => {
    if (left === null || right === null) {
      if (!comparesEmpty) throw emptyOperand;
      return (left === right) === (op === '==');
    }
    if (isDivision && Number(right) === 0) throw dividedByZero;
    if (isLarge(left) || isLarge(right)) spend(stepsOfOperator(op, left, right));
    if (comparesEmpty && isComparable(left) && isComparable(right)) return isEqual(left, right) === (op === '==');
    if (op === 'in' && isComparable(left) && Array.isArray(right)) return right.some((entry) => isEqual(left, entry));
    const result = handle(left, right, ...rest);
    return typeof result === 'number' ? roundedResult(op, Number(left), Number(right), result) : result;
  };
}

const isLarge = (value: unknown): boolean => typeof value === 'string' || typeof value === 'object';

/** Characters of a text that count as one step. */
const charactersPerStep = 16;

function stepsOfOperator(op: string, left: unknown, right: unknown): number {
  if (op === '+') return shallow(left) + shallow(right);
  if (op === 'in') return deep(right);
  return Math.min(deep(left), deep(right));
}

function stepsOfCall(operands: readonly unknown[]): number {
  const [first, second] = operands;
  let steps = 0;
  for (const operand of operands) steps += Array.isArray(operand) ? texts(operand) : shallow(operand);
  // A search compares both texts at each position in the worst case.
  if (typeof first === 'string' && typeof second === 'string') steps += (first.length * second.length) / 64;
  // Joined texts have the separator between them; a split text can have as many parts as characters.
  if (Array.isArray(first) && typeof second === 'string') steps += first.length * shallow(second);
  return steps + (typeof first === 'string' ? first.length / 4 : 0);
}

const lengthOf = (value: unknown): number =>
  Array.isArray(value) ? value.length : value instanceof Map ? value.size : Object.keys(Object(value)).length;

const shallow = (value: unknown): number =>
  typeof value === 'string' ? value.length / charactersPerStep : typeof value === 'object' ? lengthOf(value) : 0;

const texts = (list: readonly unknown[]): number =>
  list.reduce((sum: number, entry) => sum + 1 + (typeof entry === 'string' ? shallow(entry) : 0), 0);

/** The size of a value with everything in it, each part as often as it occurs. */
function deep(value: unknown, known = new Map<unknown, number>()): number {
  if (typeof value !== 'object' || value === null) return 1 + shallow(value);
  const before = known.get(value);
  if (before !== undefined) return before;
  const entries = Array.isArray(value) ? value : value instanceof Map ? value.values() : Object.values(value);
  let sum = 1;
  for (const entry of entries) sum += deep(entry, known);
  known.set(value, sum);
  return sum;
}
