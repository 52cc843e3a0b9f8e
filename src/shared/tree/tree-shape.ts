/** The order and nesting of nodes, by id; `null` is the root. Immutable. */
export interface TreeShape {
  readonly children: ReadonlyMap<string | null, readonly string[]>;
  readonly parents: ReadonlyMap<string, string | null>;
}

/** A position: the parent, and the child to insert before (`null`: at the end). */
export interface TreePosition {
  parentId: string | null;
  before: string | null;
}

const none: readonly string[] = [];

/** A tree without nodes. */
export const emptyShape: TreeShape = { children: new Map(), parents: new Map() };

/** Builds the tree of a flat list; nodes whose parent is not in the list are omitted. */
export function shapeOf(nodes: readonly { id: string; parentId: string | null; order: number }[]): TreeShape {
  const siblings = Map.groupBy(nodes, ({ parentId }) => parentId);
  const children = new Map<string | null, readonly string[]>();
  const parents = new Map<string, string | null>();
  const take = (parentId: string | null) => {
    const level = (siblings.get(parentId) ?? []).filter(({ id }) => !parents.has(id));
    if (level.length === 0) return;
    const ids = level.toSorted((a, b) => a.order - b.order).map(({ id }) => id);
    children.set(parentId, ids);
    for (const id of ids) parents.set(id, parentId);
    for (const id of ids) take(id);
  };
  take(null);
  return { children, parents };
}

/** The children of a node, in order. */
export const childrenOf = (shape: TreeShape, id: string | null): readonly string[] => shape.children.get(id) ?? none;

/** The ancestors of a node, innermost first. */
export function ancestorsOf({ parents }: TreeShape, id: string | null): string[] {
  const list: string[] = [];
  for (let at = id === null ? null : parents.get(id); at; at = parents.get(at)) list.push(at);
  return list;
}

/** A node with all its descendants, depth-first. */
export const subtreeOf = (shape: TreeShape, id: string): string[] => [id, ...descendantsOf(shape, id)];

/** All descendants of a node, depth-first. */
export const descendantsOf = (shape: TreeShape, id: string | null): string[] =>
  childrenOf(shape, id).flatMap((child) => subtreeOf(shape, child));

/** The number of levels in a subtree: 1 for a node without children. */
export const heightOf = (shape: TreeShape, id: string): number =>
  1 + Math.max(0, ...childrenOf(shape, id).map((child) => heightOf(shape, child)));

/** The given ids without those that are inside another given one, in tree order. */
export function topmost(shape: TreeShape, ids: Iterable<string>): string[] {
  const idSet = new Set(ids);
  const tops = [...idSet].filter((id) => shape.parents.has(id) && !ancestorsOf(shape, id).some((at) => idSet.has(at)));
  if (tops.length < 2) return tops;
  const paths = new Map(tops.map((id) => [id, pathOf(shape, id)]));
  return tops.sort((a, b) => comparePaths(paths.get(a) ?? [], paths.get(b) ?? []));
}

const pathOf = (shape: TreeShape, id: string): number[] =>
  [id, ...ancestorsOf(shape, id)].reverse().map((at) => childrenOf(shape, shape.parents.get(at) ?? null).indexOf(at));

function comparePaths(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((step, level) => step !== b[level]);
  return at === -1 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
}

/** Inserts a new node, with the descendants given by `inner`. */
export function insert(
  shape: TreeShape,
  ids: readonly string[],
  position: TreePosition,
  inner: TreeShape = emptyShape,
): TreeShape {
  const children = new Map([...shape.children, ...[...inner.children].filter(([id]) => id !== null)]);
  const parents = new Map([...shape.parents, ...inner.parents]);
  putInto(children, parents, ids, position);
  return { children, parents };
}

/** Moves nodes to a position, in tree order, with their descendants. */
export function move(shape: TreeShape, ids: Iterable<string>, { parentId, before }: TreePosition): TreeShape {
  const moved = topmost(shape, ids);
  const level = childrenOf(shape, parentId);
  const rest = before === null ? [] : level.slice(level.indexOf(before));
  const next = rest.find((id) => !moved.includes(id)) ?? null;
  const children = new Map(shape.children);
  const parents = new Map(shape.parents);
  takeFrom(children, parents, moved);
  putInto(children, parents, moved, { parentId, before: next });
  return { children, parents };
}

/** Removes nodes with their descendants. */
export function remove(shape: TreeShape, ids: Iterable<string>): TreeShape {
  const tops = topmost(shape, ids);
  const children = new Map(shape.children);
  const parents = new Map(shape.parents);
  takeFrom(children, parents, tops);
  for (const id of tops.flatMap((top) => subtreeOf(shape, top))) {
    children.delete(id);
    parents.delete(id);
  }
  return { children, parents };
}

type Children = Map<string | null, readonly string[]>;
type Parents = Map<string, string | null>;

function takeFrom(children: Children, parents: Parents, ids: readonly string[]): void {
  const removed = new Set(ids);
  for (const parentId of new Set(ids.map((id) => parents.get(id) ?? null))) {
    const level = (children.get(parentId) ?? []).filter((id) => !removed.has(id));
    if (level.length > 0) children.set(parentId, level);
    else children.delete(parentId);
  }
}

function putInto(
  children: Children,
  parents: Parents,
  ids: readonly string[],
  { parentId, before }: TreePosition,
): void {
  const level = children.get(parentId) ?? [];
  const at = before === null ? level.length : level.indexOf(before);
  children.set(parentId, level.toSpliced(at === -1 ? level.length : at, 0, ...ids));
  for (const id of ids) parents.set(id, parentId);
}
