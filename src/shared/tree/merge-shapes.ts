import { ancestorsOf, childrenOf, emptyShape, shapeOf, type TreeShape } from './tree-shape.ts';

interface MergeOptions {
  /** The nodes of the merged tree; each is in at least one of the two. */
  ids: readonly string[];
  /** Whether a node's position is the one in my tree; otherwise the one in theirs. */
  isMine: (id: string) => boolean;
  canHold: (id: string) => boolean;
  /** How many levels the tree may have; unlimited if omitted. */
  maxLevels?: number;
}

/** A merged tree, and the nodes that had to be moved somewhere that neither side chose. */
interface MergedShape {
  shape: TreeShape;
  displaced: Set<string>;
}

/**
 * Merges two trees by the position of each node. A node whose parent is removed, cannot have children or is inside the node itself moves to
 * its nearest valid ancestor, as does one that is too deep because both sides have added levels.
 */
export function mergeShapes(
  theirs: TreeShape,
  mine: TreeShape,
  { ids, isMine, canHold, maxLevels = Number.POSITIVE_INFINITY }: MergeOptions,
): MergedShape {
  const remaining = new Set(ids);
  const displaced = new Set<string>();
  const parents = new Map<string, string | null>();
  for (const id of ids) {
    const around = ancestorsOf(isMine(id) ? mine : theirs, id);
    const holder = around.find((at) => remaining.has(at) && canHold(at) && !isInside(parents, at, id)) ?? null;
    if (holder !== (around[0] ?? null)) displaced.add(id);
    parents.set(id, holder);
  }
  for (const [id, holder] of holdersOfTooDeep(parents, maxLevels)) {
    displaced.add(id);
    parents.set(id, holder);
  }
  return { shape: inOrder(theirs, mine, { parents, displaced, isMine }), displaced };
}

type Parents = ReadonlyMap<string, string | null>;

function isInside(parents: Parents, id: string, outer: string): boolean {
  for (let at: string | null | undefined = id; at; at = parents.get(at)) if (at === outer) return true;
  return false;
}

/** For nodes below the last level: the ancestor in which they are on the last level. */
function holdersOfTooDeep(parents: Parents, maxLevels: number): Map<string, string | null> {
  const holders = new Map<string, string | null>();
  for (const id of parents.keys()) {
    const around: string[] = [];
    for (let at = parents.get(id); at; at = parents.get(at)) around.push(at);
    if (around.length >= maxLevels) holders.set(id, around.at(1 - maxLevels) ?? null);
  }
  return holders;
}

interface Places {
  parents: Parents;
  displaced: ReadonlySet<string>;
  isMine: (id: string) => boolean;
}

/** Theirs in their order, mine after the sibling that they follow in my version, and displaced nodes last. */
function inOrder(theirs: TreeShape, mine: TreeShape, { parents, displaced, isMine }: Places): TreeShape {
  const levels = Map.groupBy(parents.keys(), (id) => parents.get(id) ?? null);
  const flat = [...levels].flatMap(([parentId, members]) => {
    const here = new Set(members.filter((id) => !displaced.has(id)));
    const level = childrenOf(theirs, parentId).filter((id) => here.has(id) && !isMine(id));
    const inLevel = new Set(level);
    const mineHere = childrenOf(mine, parentId);
    // The last of my preceding siblings that is in the merged level.
    let above: string | undefined;
    for (const [index, id] of mineHere.entries()) {
      if (here.has(id) && isMine(id)) {
        const below = above === undefined ? mineHere.slice(index + 1).find((at) => inLevel.has(at)) : undefined;
        if (above !== undefined) level.splice(level.indexOf(above) + 1, 0, id);
        else level.splice(below === undefined ? level.length : level.indexOf(below), 0, id);
        inLevel.add(id);
      }
      if (inLevel.has(id)) above = id;
    }
    const last = members.filter((id) => displaced.has(id));
    return [...level, ...last].map((id, order) => ({ id, parentId, order }));
  });
  return flat.length > 0 ? shapeOf(flat) : emptyShape;
}
