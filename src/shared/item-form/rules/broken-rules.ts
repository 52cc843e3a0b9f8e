import type { BrokenRule, Severity } from '@quartermaster/contract/conditions/template-rules.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { fetchCode } from '../../http/fetch-code.ts';

type RulesCode = typeof import('@quartermaster/contract/conditions/template-rules.ts');
type ComputingCode = typeof import('@quartermaster/contract/conditions/compute-values.ts');

let code: RulesCode | undefined;
let computing: ComputingCode | undefined;

/** Loads what evaluates conditions: only for templates that have some. */
export async function loadRules(): Promise<RulesCode> {
  computing ??= await fetchCode(() => import('@quartermaster/contract/conditions/compute-values.ts'));
  code ??= await fetchCode(() => import('@quartermaster/contract/conditions/template-rules.ts'));
  return code;
}

const ruled = new WeakMap<readonly TreeNode[], boolean>();

/** True if a field in the tree has rules. */
export function hasRules(nodes: readonly TreeNode[]): boolean {
  let has = ruled.get(nodes);
  if (has === undefined) {
    has = nodes.some(({ field, children }) => field.settings.rules !== undefined || hasRules(children));
    ruled.set(nodes, has);
  }
  return has;
}

/** As many as the server reports. */
const maxBroken = 1000;

/** The broken rules of an item with its computed values; none until the code is loaded, as the server checks them, too. */
export function brokenRules(tree: readonly TreeNode[], values: ItemValues, severity: Severity): BrokenRule[] {
  const find = hasRules(tree) && computing ? code?.rulesOf(tree)[severity] : undefined;
  return find && computing ? find(computing.computeValues(tree, values).values, maxBroken) : [];
}
