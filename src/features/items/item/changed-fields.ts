import { type ItemValues, sameValue, toItemFields } from '@quartermaster/contract/content/item-fields.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { ItemDraft } from './item-draft.ts';

/** True if two items have the same value, or the same rows, in a field. */
export function isSame(node: TreeNode, a: ItemValues, b: ItemValues): boolean {
  const left = toItemFields([node], a);
  const right = toItemFields([node], b);
  return (
    left.length === right.length &&
    left.every((field, index) => {
      const other = right[index];
      return other !== undefined && field.id === other.id && sameValue(field.value, other.value);
    })
  );
}

/** The names of the fields that a draft changes, in the template's order; those of fields in groups begin with the group's. */
export function changedFields(tree: readonly TreeNode[], base: ItemDraft, draft: ItemDraft): string[] {
  const inLevel = (nodes: readonly TreeNode[], around: string): string[] =>
    nodes.flatMap((node) => {
      const { type, label, name } = node.field.settings;
      const path = around + (label || name);
      if (fieldTypeOf(type).holds === 'group') return inLevel(node.children, `${path} / `);
      return isSame(node, base.values, draft.values) ? [] : [path];
    });
  return [...(draft.label.trim() === base.label ? [] : ['Label']), ...inLevel(tree, '')];
}
