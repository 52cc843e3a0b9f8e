import { isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { type ItemValues, itemFieldId, rowsOf } from '@quartermaster/contract/item-fields.ts';
import { slotsOf, type TreeNode } from '@quartermaster/contract/template-tree.ts';

/** What breaks the rules of the template's fields in a whole item, by item field id. */
export function checkValues(tree: readonly TreeNode[], values: ItemValues): Map<string, string> {
  const wrong = new Map<string, string>();
  walkLeaves(tree, values, [], (node, value, path) => {
    const reason = fieldTypeOf(node.field.settings.type).check(value ?? null, node.field.settings);
    if (reason) wrong.set(itemFieldId(node.field.id, path), reason);
  });
  return wrong;
}

/** A link that an item has, and where. */
export interface Link {
  /** Item field id. */
  at: string;
  templateId: string;
  targetId: number;
}

/** Every link of an item. */
export function linksOf(tree: readonly TreeNode[], values: ItemValues): Link[] {
  const links: Link[] = [];
  walkLeaves(tree, values, [], ({ field }, value, path) => {
    if (!('templateId' in field.settings) || isEmpty(value)) return;
    const { templateId } = field.settings;
    const at = itemFieldId(field.id, path);
    for (const targetId of fieldTypeOf(field.settings.type).index(value as number).links ?? []) {
      links.push({ at, templateId, targetId });
    }
  });
  return links;
}

/** Visits every leaf of an item, also those without a value, in the template's order. */
export function walkLeaves<N extends TreeNode>(
  tree: readonly N[],
  values: ItemValues,
  path: readonly number[],
  visit: (node: TreeNode, value: ItemValues[string] | undefined, path: readonly number[]) => void,
): void {
  for (const node of slotsOf(tree)) {
    const value = values[node.field.id];
    if (fieldTypeOf(node.field.settings.type).holds !== 'rows') visit(node, value, path);
    else
      rowsOf(value).forEach((row, index) => {
        walkLeaves(node.children, row, [...path, index], visit);
      });
  }
}
