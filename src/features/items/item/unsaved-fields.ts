import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { leavesOf, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';

/** Stands for the label, as no field has an empty id. */
export const labelId = '';

/** The field at the top level that contains a field: itself, or its outermost dynamic group. */
export function topFieldsOf(tree: readonly TreeNode[]): ReadonlyMap<string, string> {
  const top = new Map([[labelId, labelId]]);
  const add = (node: TreeNode, id: string) => {
    top.set(node.field.id, id);
    for (const child of node.children) add(child, id);
  };
  for (const leaf of leavesOf(tree)) add(leaf, leaf.field.id);
  return top;
}

/** A changed field of a form. */
export interface UnsavedField {
  name: string;
  /** Its path in the form. */
  path: string;
  /** Undefined for the label. */
  settings?: FieldSettings;
}

/** The changed fields, the label first, then in the order of the template. */
export function unsavedFields(tree: readonly TreeNode[], ids: ReadonlySet<string>): UnsavedField[] {
  const fields = leavesOf(tree).flatMap(({ field: { id, settings } }): UnsavedField[] =>
    ids.has(id) ? [{ name: settings.label || settings.name, path: `values.${id}`, settings }] : [],
  );
  return ids.has(labelId) ? [{ name: 'Label', path: 'label' }, ...fields] : fields;
}

/** The saved value at a top-level path of the form. */
export const savedAt = (saved: { label: string; values: ItemValues }, path: string): unknown =>
  path === 'label' ? saved.label : saved.values[path.slice('values.'.length)];
