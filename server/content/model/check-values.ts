import { rulesOf, type Severity } from '@quartermaster/contract/conditions/template-rules.ts';
import { isShown, type RowChain, shownRulesOf } from '@quartermaster/contract/content/field-visibility.ts';
import { type ItemValues, itemFieldId, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { checkRows } from '@quartermaster/contract/content/row-rules.ts';
import { nodesOfRow } from '@quartermaster/contract/content/row-shapes.ts';
import { leavesIn, levelOf, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { type FieldValue, isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { providePatterns } from '@quartermaster/contract/field-types/patterns.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { re2Engine } from '@quartermaster/contract/patterns/re2-engine.ts';

providePatterns(re2Engine);

/** Maximum number of errors reported per item: each of its rows can have some. */
export const maxErrors = 1000;

/**
 * Validates a whole item against the rules of its template's fields; returns the first {@link maxErrors} errors by
 * item field id.
 */
export function checkValues(
  tree: readonly TreeNode[],
  values: ItemValues,
  { evaluatesRules = true }: { evaluatesRules?: boolean } = {},
): Map<string, string> {
  const wrong = new Map<string, string>();
  const rules = shownRulesOf(tree);
  const check = (nodes: readonly TreeNode[], rows: RowChain, path: readonly number[]): void => {
    const row = rows.at(-1) ?? {};
    for (const { field, children } of leavesIn(levelOf(nodes), Object.keys(row), requiredIn(nodes))) {
      if (wrong.size >= maxErrors) return;
      const value = row[field.id];
      if (fieldTypeOf(field.settings.type).holds === 'rows') {
        const innerRows = rowsOf(value);
        for (const [index, inner] of innerRows.entries()) {
          if (wrong.size >= maxErrors) return;
          check(nodesOfRow(children, inner), [...rows, inner], [...path, index]);
        }
        for (const { fieldId, row, reason } of checkRows(children, innerRows)) {
          const at = itemFieldId(fieldId, [...path, row]);
          if (!wrong.has(at)) wrong.set(at, reason);
        }
      } else if (!isEmpty(value) || isShown(rules, field.id, rows)) {
        const reason = fieldTypeOf(field.settings.type).check(value ?? null, field.settings);
        if (reason) wrong.set(itemFieldId(field.id, path), reason);
      }
    }
  };
  check(tree, [values], []);
  if (!evaluatesRules) return wrong;
  const areValid = wrong.size === 0;
  for (const { at, message, isEvaluated } of findBroken(tree, values, 'error')) {
    // An invalid value can be the reason why a condition cannot be evaluated.
    if (!wrong.has(at) && (isEvaluated || areValid)) wrong.set(at, message);
  }
  return wrong;
}

/** The messages of the rules that only warn about an item, by item field id. */
export const warningsOf = (tree: readonly TreeNode[], values: ItemValues): Map<string, string> =>
  new Map(
    findBroken(tree, values, 'warning')
      .toReversed()
      .map(({ at, message }) => [at, message]),
  );

const findBroken = (tree: readonly TreeNode[], values: ItemValues, severity: Severity) =>
  rulesOf(tree)[severity]?.(values, maxErrors) ?? [];

const required = new WeakMap<readonly TreeNode[], readonly number[]>();

/** The positions of the leaves that reject an empty value. */
function requiredIn(nodes: readonly TreeNode[]): readonly number[] {
  const known = required.get(nodes);
  if (known) return known;
  const places = levelOf(nodes).leaves.flatMap(({ field: { settings } }, index) => {
    const { holds, missing } = fieldTypeOf(settings.type);
    return holds === 'value' && missing(settings) !== undefined ? [index] : [];
  });
  required.set(nodes, places);
  return places;
}

/** A link in an item, and its location. */
export interface Link {
  /** Item field id. */
  at: string;
  templateId: string;
  targetId: number;
}

/** All links of an item. */
export function linksOf(tree: readonly TreeNode[], values: ItemValues): Link[] {
  const links: Link[] = [];
  visitLeaves(tree, values, [], ({ field }, value, path) => {
    const type = fieldTypeOf(field.settings.type);
    if (!type.links || isEmpty(value)) return;
    const at = itemFieldId(field.id, path);
    for (const { templateId, id: targetId } of type.index.entries(value as FieldValue, field.settings).links ?? [])
      links.push({ at, templateId, targetId });
  });
  return links;
}

/** Visits every leaf of an item that has a value, in template order. */
function visitLeaves(
  tree: readonly TreeNode[],
  values: ItemValues,
  path: readonly number[],
  visit: (node: TreeNode, value: ItemValues[string] | undefined, path: readonly number[]) => void,
): void {
  for (const node of leavesIn(levelOf(tree), Object.keys(values))) {
    const value = values[node.field.id];
    if (fieldTypeOf(node.field.settings.type).holds !== 'rows') visit(node, value, path);
    else
      for (const [index, row] of rowsOf(value).entries()) {
        visitLeaves(node.children, row, [...path, index], visit);
      }
  }
}
