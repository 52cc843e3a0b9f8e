import { type DropRequest, resolveDrop } from './tree-positions.ts';
import type { TreeRow } from './tree-rows.ts';
import type { TreePosition } from './tree-shape.ts';

/** Height of a row and indentation per level, in pixels. */
export const rowHeight = 36;
export const indent = 20;

/** A point in pixels relative to the first row, in reading direction. */
export interface TreePoint {
  x: number;
  y: number;
}

/** Where a row of the tree was picked up. */
export interface DragOrigin {
  x: number;
  depth: number;
}

/** Where a drop at the current point would go. */
export interface DropProjection {
  position: TreePosition;
  /** The index of the visible row above which the drop marker is rendered, and its depth. */
  gap: number;
  depth: number;
  /** The row under the pointer. */
  over: TreeRow | undefined;
}

/** How many levels to the right a drag must move to target a row that cannot have children. */
const pushedLevels = 2;

/**
 * Determines where a drop would go. `dragged` are the dragged rows of the tree and `from` is where they were picked up:
 * their depth follows the horizontal movement of the pointer. For a new row `from` is `null`: it goes next to the row
 * under the pointer, or into it in its lower half.
 */
export function projectDrop(
  rows: readonly TreeRow[],
  dragged: ReadonlySet<string>,
  from: DragOrigin | null,
  point: TreePoint,
  canHold: (id: string) => boolean,
): DropProjection {
  const gap = Math.max(0, Math.min(rows.length, Math.round(point.y / rowHeight)));
  const over = rows[Math.floor(point.y / rowHeight)];
  const rest = rows.filter(({ id }) => !dragged.has(id));
  const restGap = rows.slice(0, gap).filter(({ id }) => !dragged.has(id)).length;
  const above = rest[restGap - 1];
  const wish: DropRequest = {
    gap: restGap,
    depth: from ? pushed(from, point) : depthAtPointer(rest, restGap, over, point),
  };
  if (from && above && isPushedOnto(above, from, point) && !canHold(above.id)) {
    return { position: { parentId: above.id, before: null }, gap, depth: above.depth + 1, over };
  }
  const drop = resolveDrop(rest, wish, canHold);
  return { position: drop.position, gap, depth: drop.depth, over };
}

const pushed = (from: DragOrigin, { x }: TreePoint): number => from.depth + Math.round((x - from.x) / indent);

const isPushedOnto = (above: TreeRow, from: DragOrigin, { x }: TreePoint): boolean =>
  from.depth <= above.depth && Math.floor((x - from.x) / indent) - (above.depth - from.depth) >= pushedLevels;

function depthAtPointer(rest: readonly TreeRow[], gap: number, over: TreeRow | undefined, { x }: TreePoint): number {
  const above = rest[gap - 1];
  if (!over) return 0;
  // `resolveDrop` limits how much deeper than the row above it may be.
  const depth = over === above ? above.depth + 1 : (rest[gap]?.depth ?? 0);
  return Math.min(depth, Math.max(0, Math.floor(x / indent)));
}

/** The given ids with all their visible descendants. */
export function withDescendants(rows: readonly TreeRow[], ids: Iterable<string>): Set<string> {
  const all = new Set(ids);
  for (const { id, parentId } of rows) if (parentId !== null && all.has(parentId)) all.add(id);
  return all;
}
