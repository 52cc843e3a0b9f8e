import { type DropWish, dropPlace } from './tree-places.ts';
import type { TreeRow } from './tree-rows.ts';
import type { Place } from './tree-shape.ts';

/** Pixels that a line is high, and that each level moves it in. */
export const rowHeight = 36;
export const indent = 20;

/** A point in pixels from where the lines of a tree start, in reading direction. */
export interface TreePoint {
  x: number;
  y: number;
}

/** Where something of the tree was picked up. */
export interface PickedUp {
  x: number;
  depth: number;
}

/** What a drag leads to at a point. */
export interface Projection {
  place: Place;
  /** Before which of the drawn lines, and how deep, the line of the drop is drawn. */
  gap: number;
  depth: number;
  /** The line under the pointer. */
  over: TreeRow | undefined;
}

/** How many levels somebody has to push something to the right to mean a field that can hold none. */
const pushedLevels = 2;

/**
 * Where a drag leads. `dragged` are lines of the tree that are on their way, and `from` where they were picked up: their
 * depth follows the pointer's way to the side. Something new has no such place: it goes beside the line under the
 * pointer, or into it from its lower half.
 */
export function projectDrop(
  rows: readonly TreeRow[],
  dragged: ReadonlySet<string>,
  from: PickedUp | null,
  point: TreePoint,
  canHold: (id: string) => boolean,
): Projection {
  const gap = Math.max(0, Math.min(rows.length, Math.round(point.y / rowHeight)));
  const over = rows[Math.floor(point.y / rowHeight)];
  const rest = rows.filter(({ id }) => !dragged.has(id));
  const restGap = rows.slice(0, gap).filter(({ id }) => !dragged.has(id)).length;
  const above = rest[restGap - 1];
  const wish: DropWish = { gap: restGap, depth: from ? pushed(from, point) : besideLine(rest, restGap, over, point) };
  if (from && above && isPushedOnto(above, from, point) && !canHold(above.id)) {
    return { place: { parentId: above.id, before: null }, gap, depth: above.depth + 1, over };
  }
  const drop = dropPlace(rest, wish, canHold);
  return { place: drop.place, gap, depth: drop.depth, over };
}

const pushed = (from: PickedUp, { x }: TreePoint): number => from.depth + Math.round((x - from.x) / indent);

const isPushedOnto = (above: TreeRow, from: PickedUp, { x }: TreePoint): boolean =>
  from.depth <= above.depth && Math.floor((x - from.x) / indent) - (above.depth - from.depth) >= pushedLevels;

function besideLine(rest: readonly TreeRow[], gap: number, over: TreeRow | undefined, { x }: TreePoint): number {
  const above = rest[gap - 1];
  if (!over) return 0;
  // How much deeper than the line above it can be is for the place to say.
  const depth = over === above ? above.depth + 1 : (rest[gap]?.depth ?? 0);
  return Math.min(depth, Math.max(0, Math.floor(x / indent)));
}

/** The given ones, and of the drawn lines all that lie in them. */
export function withInner(rows: readonly TreeRow[], ids: Iterable<string>): Set<string> {
  const all = new Set(ids);
  for (const { id, parentId } of rows) if (parentId !== null && all.has(parentId)) all.add(id);
  return all;
}
