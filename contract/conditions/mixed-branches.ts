import { TypeError as CelTypeError } from '@marcbachmann/cel-js';
import { childrenOf, type Node } from './count-steps.ts';

/** The parts of the library's static check that {@link allowMixedBranches} uses. */
interface Checker {
  dynType: unknown;
}

const mixable: ReadonlySet<string | undefined> = new Set(['int', 'double', 'null']);

/**
 * Allows the branches of `?:` to be a whole number and a decimal, or empty, as in `bonus == null ? 0 : bonus`. The type
 * of the result is then known only when it is evaluated.
 */
export function allowMixedBranches(root: Node): void {
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.op === '?:') allowMixed(node);
    pending.push(...childrenOf(node));
  }
}

function allowMixed(node: Node): void {
  const { check } = node.meta;
  node.meta.check = (checker: Checker, ...rest) => {
    try {
      return check(checker, ...rest);
    } catch (error) {
      const [, ...branches] = node.args as Node[];
      const [left, right] = branches.map(({ checkedType }) => checkedType?.name);
      const isMixed = (mixable.has(left) && mixable.has(right)) || left === 'null' || right === 'null';
      if (isMixed && error instanceof CelTypeError && error.code === 'incompatible_ternary_branches')
        return checker.dynType;
      throw error;
    }
  };
}
