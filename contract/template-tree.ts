import { type FieldSettings, fieldTypeOf } from './field-types/registry.ts';

/** The part of a template's field that its place and its values depend on. */
export interface TreeField {
  id: string;
  settings: FieldSettings;
  /** The field that holds this one; `null` at the top. */
  parentId: string | null;
  /** Place among its siblings, ascending. */
  order: number;
}

/** A field with what it holds, in order. */
export interface TreeNode<F extends TreeField = TreeField> {
  field: F;
  children: TreeNode<F>[];
}

/** Builds the ordered tree of a flat list of fields; fields whose parent is missing are left out. */
export function buildTree<F extends TreeField>(fields: readonly F[]): TreeNode<F>[] {
  const siblings = new Map<string | null, F[]>();
  for (const field of fields) {
    const list = siblings.get(field.parentId);
    if (list) list.push(field);
    else siblings.set(field.parentId, [field]);
  }
  const level = (parentId: string | null): TreeNode<F>[] =>
    (siblings.get(parentId) ?? [])
      .toSorted((a, b) => a.order - b.order)
      .map((field) => ({ field, children: level(field.id) }));
  return level(null);
}

/** True where two fields have the same settings. */
export function sameSettings(a: FieldSettings, b: FieldSettings): boolean {
  if (a === b) return true;
  const other: Readonly<Record<string, unknown>> = { ...b };
  const entries = Object.entries(a);
  return (
    entries.length === Object.keys(other).length &&
    entries.every(([key, value]) => Object.hasOwn(other, key) && other[key] === value)
  );
}

/** The leaves of a tree level, groups resolved into their children; dynamic groups stand for themselves. */
export function slotsOf<F extends TreeField>(nodes: readonly TreeNode<F>[]): TreeNode<F>[] {
  return nodes.flatMap((node) =>
    fieldTypeOf(node.field.settings.type).holds === 'group' ? slotsOf(node.children) : [node],
  );
}
