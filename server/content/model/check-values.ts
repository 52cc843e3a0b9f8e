import { type ItemValues, itemFieldId, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { leavesIn, levelOf, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { type FieldValue, isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf, linkedTemplateOf } from '@quartermaster/contract/field-types/registry.ts';

/** Maximum number of errors reported per item: each of its rows can have some. */
export const maxErrors = 1000;

/**
 * Validates a whole item against the rules of its template's fields; returns the first {@link maxErrors} errors by
 * item field id.
 */
export function checkValues(tree: readonly TreeNode[], values: ItemValues): Map<string, string> {
  const wrong = new Map<string, string>();
  const check = (nodes: readonly TreeNode[], row: ItemValues, path: readonly number[]): void => {
    for (const { field, children } of leavesIn(levelOf(nodes), Object.keys(row), requiredIn(nodes))) {
      if (wrong.size >= maxErrors) return;
      const value = row[field.id];
      if (fieldTypeOf(field.settings.type).holds === 'rows') {
        for (const [index, inner] of rowsOf(value).entries()) {
          if (wrong.size >= maxErrors) return;
          check(children, inner, [...path, index]);
        }
      } else {
        const reason = fieldTypeOf(field.settings.type).check(value ?? null, field.settings);
        if (reason) wrong.set(itemFieldId(field.id, path), reason);
      }
    }
  };
  check(tree, values, []);
  return wrong;
}

const required = new WeakMap<readonly TreeNode[], readonly number[]>();

/** The positions of the leaves that reject an empty value. */
function requiredIn(nodes: readonly TreeNode[]): readonly number[] {
  const known = required.get(nodes);
  if (known) return known;
  const places = levelOf(nodes).leaves.flatMap(({ field: { settings } }, place) => {
    const { holds, missing } = fieldTypeOf(settings.type);
    return holds === 'value' && missing(settings) !== undefined ? [place] : [];
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
    const templateId = linkedTemplateOf(field.settings);
    if (templateId === undefined || isEmpty(value)) return;
    const at = itemFieldId(field.id, path);
    for (const targetId of fieldTypeOf(field.settings.type).index(value as FieldValue, field.settings).links ?? []) {
      links.push({ at, templateId, targetId });
    }
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
