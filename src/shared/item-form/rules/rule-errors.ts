import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { get, set } from 'react-hook-form';
import type { DraftErrors } from '../check-values.ts';
import { nameOfItemField } from '../form-name.ts';
import { brokenRules } from './broken-rules.ts';
import { ruleProblem } from './use-live-rules.ts';

/** Adds the broken conditions to the errors of a draft, or of its part at a path, where a field has no error yet. */
export function withRuleErrors(
  tree: readonly TreeNode[],
  values: ItemValues,
  wrong: DraftErrors,
  path?: string,
): DraftErrors {
  // An invalid value can be the reason why a condition cannot be evaluated.
  const isComplete = path === undefined && wrong.values === undefined;
  for (const { at, message, isEvaluated } of brokenRules(tree, values, 'error')) {
    const name = nameOfItemField(at, tree);
    if (name === undefined || (path !== undefined && name !== path) || !(isEvaluated || isComplete)) continue;
    if (get(wrong, name) === undefined) set(wrong, name, { type: ruleProblem, message });
  }
  return wrong;
}
