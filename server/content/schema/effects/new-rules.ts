import {
  compileRules,
  eachRule,
  type FindBroken,
  type LevelRule,
} from '@quartermaster/contract/conditions/template-rules.ts';
import { wholeItem } from '@quartermaster/contract/conditions/variables.ts';
import { buildTree, type TreeField, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';

/**
 * The rules of saved fields that items may break: those that are new, and those that read other fields than before.
 * Undefined if there are none.
 */
export function newRules(before: readonly TreeNode[], fields: readonly TreeField[]): FindBroken | undefined {
  const after = buildTree(fields);
  const isOf = (tree: readonly TreeNode[]) =>
    new Map(eachRule(tree).map((rule) => [placeOf(rule.fieldId, rule.rule.name), rule]));
  const saved = isOf(after);
  if (saved.size === 0) return undefined;
  const errors = new Set<string>();
  const warnings = new Set<string>();
  for (const rule of isOf(before).values()) (rule.rule.warning ? warnings : errors).add(meaningOf(rule, before));
  return compileRules(after, ({ name }, fieldId) => {
    const rule = saved.get(placeOf(fieldId, name));
    if (!rule) return false;
    const meaning = meaningOf(rule, after);
    // Items that keep a rule have no warning of it either.
    return !errors.has(meaning) && !(rule.rule.warning && warnings.has(meaning));
  });
}

const placeOf = (fieldId: string, name: string): string => `${fieldId}/${name}`;

/** Equal for conditions that hold for the same items: of the same field, with the same text, over the same fields. */
const meaningOf = ({ fieldId, rule, names, nodes }: LevelRule, tree: readonly TreeNode[]): string =>
  JSON.stringify([
    fieldId,
    rule.condition,
    shapeOf(nodes.filter(({ field }) => names.has(field.settings.name))),
    names.has(wholeItem) && shapeOf(tree),
  ]);

const shapeOf = (nodes: readonly TreeNode[]): unknown =>
  nodes.map(({ field: { id, settings }, children }) => [
    id,
    settings.name,
    settings.type,
    'formula' in settings && settings.formula,
    shapeOf(children),
  ]);
