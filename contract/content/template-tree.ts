import { type FieldSettings, fieldTypeOf } from '../field-types/registry.ts';

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

/** What the rows of one level hold, worked out once a tree. */
export interface Level<F extends TreeField = TreeField> {
  /** As {@link slotsOf} lists them. */
  slots: readonly TreeNode<F>[];
  /** The place of each in that list, by field id. */
  places: ReadonlyMap<string, number>;
  /** The places of those that hold rows. */
  rows: readonly number[];
}

const levels = new WeakMap<readonly TreeNode[], Level>();

/** The level of these nodes, which stay as they are from now on. */
export function levelOf<F extends TreeField>(nodes: readonly TreeNode<F>[]): Level<F> {
  // Kept by the very nodes that it was made of.
  const known = levels.get(nodes) as Level<F> | undefined;
  if (known) return known;
  const slots = slotsOf(nodes);
  const level: Level<F> = {
    slots,
    places: new Map(slots.map(({ field }, place) => [field.id, place])),
    rows: slots.flatMap(({ field }, place) => (fieldTypeOf(field.settings.type).holds === 'rows' ? [place] : [])),
  };
  levels.set(nodes, level);
  return level;
}

/**
 * The slots of these names, and those of `others` (places in the level), in the template's order. With the names of what a row has,
 * the work grows with what is there: rows may be many, of many fields, and empty.
 */
export function slotsIn<F extends TreeField>(
  { slots, places }: Level<F>,
  names: readonly string[],
  others: readonly number[] = [],
): readonly TreeNode<F>[] {
  if (names.length + others.length === 0) return [];
  const found = new Set(others);
  for (const name of names) {
    const place = places.get(name);
    if (place !== undefined) found.add(place);
  }
  if (4 * found.size > slots.length) return slots.filter((_, place) => found.has(place));
  // Places are those of slots.
  return [...found].sort((a, b) => a - b).map((place) => slots[place] as TreeNode<F>);
}
