import { type FieldSettings, fieldTypeOf } from '../field-types/registry.ts';

/** The part of a template field that determines its position and its values. */
export interface TreeField {
  id: string;
  settings: FieldSettings;
  /** The parent field; `null` at the top level. */
  parentId: string | null;
  /** Position among its siblings, ascending. */
  order: number;
}

/** A field with its children, in order. */
export interface TreeNode<F extends TreeField = TreeField> {
  field: F;
  children: TreeNode<F>[];
}

/** Builds the ordered tree from a flat list of fields; fields whose parent is missing are skipped. */
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

/** True if two settings are the same: lists and objects are compared by their content. */
export function sameSetting(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameSetting(a[key], b[key]))
  );
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** True if two fields have the same settings. */
export const sameSettings = (a: FieldSettings, b: FieldSettings): boolean => sameSetting(a, b);

/** The leaves of a tree level, with groups replaced by their children; a dynamic group counts as one leaf. */
export function leavesOf<F extends TreeField>(nodes: readonly TreeNode<F>[]): TreeNode<F>[] {
  return nodes.flatMap((node) =>
    fieldTypeOf(node.field.settings.type).holds === 'group' ? leavesOf(node.children) : [node],
  );
}

/** The leaves of one tree level, computed once per tree. */
export interface Level<F extends TreeField = TreeField> {
  /** In the order of {@link leavesOf}. */
  leaves: readonly TreeNode<F>[];
  /** The index of each leaf, by field id. */
  places: ReadonlyMap<string, number>;
  /** The indexes of the leaves that are dynamic groups. */
  rows: readonly number[];
}

const levels = new WeakMap<readonly TreeNode[], Level>();

/** The level of these nodes, which must not be mutated afterwards. */
export function levelOf<F extends TreeField>(nodes: readonly TreeNode<F>[]): Level<F> {
  // Cached by the identity of the array.
  const known = levels.get(nodes) as Level<F> | undefined;
  if (known) return known;
  const leaves = leavesOf(nodes);
  const level: Level<F> = {
    leaves,
    places: new Map(leaves.map(({ field }, index) => [field.id, index])),
    rows: leaves.flatMap(({ field }, index) => (fieldTypeOf(field.settings.type).holds === 'rows' ? [index] : [])),
  };
  levels.set(nodes, level);
  return level;
}

/**
 * The leaves with these field ids, plus those at the indexes in `others`, in template order. Given only the keys of a
 * row, the work is proportional to what the row contains: rows can be numerous, wide and empty.
 */
export function leavesIn<F extends TreeField>(
  { leaves, places }: Level<F>,
  names: readonly string[],
  others: readonly number[] = [],
): readonly TreeNode<F>[] {
  if (names.length + others.length === 0) return [];
  const found = new Set(others);
  for (const name of names) {
    const index = places.get(name);
    if (index !== undefined) found.add(index);
  }
  if (4 * found.size > leaves.length) return leaves.filter((_, index) => found.has(index));
  // Every index in `found` is that of a leaf.
  return [...found].sort((a, b) => a - b).map((index) => leaves[index] as TreeNode<F>);
}
