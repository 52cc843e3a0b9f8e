import type { TreeRow } from './tree-rows.ts';
import { childrenOf, type TreePosition, type TreeShape, topmost } from './tree-shape.ts';

/** A move by one step: among the siblings, into the sibling above, or out to the level of the parent. */
export type Step = 'up' | 'down' | 'in' | 'out';

/** The position after a step; undefined if the step is not possible. */
export function positionAfterStep(
  shape: TreeShape,
  ids: Iterable<string>,
  step: Step,
  canHold: (id: string) => boolean,
): TreePosition | undefined {
  const moved = topmost(shape, ids);
  const first = moved[0];
  const parentId = first === undefined ? undefined : shape.parents.get(first);
  if (first === undefined || parentId === undefined) return undefined;
  const level = childrenOf(shape, parentId);
  const above = level[level.indexOf(first) - 1];
  if (step === 'up') return above === undefined ? undefined : { parentId, before: above };
  if (step === 'in') return above !== undefined && canHold(above) ? { parentId: above, before: null } : undefined;
  if (step === 'out') {
    const outer = parentId === null ? undefined : shape.parents.get(parentId);
    return parentId === null || outer === undefined
      ? undefined
      : { parentId: outer, before: after(childrenOf(shape, outer), parentId) };
  }
  const last = Math.max(...level.flatMap((id, index) => (moved.includes(id) ? [index] : [])));
  const below = level[last + 1];
  return below === undefined ? undefined : { parentId, before: after(level, below) };
}

const after = (level: readonly string[], id: string): string | null => level[level.indexOf(id) + 1] ?? null;

/** The position right after a node, in the same parent. */
export const positionAfter = (shape: TreeShape, id: string): TreePosition => {
  const parentId = shape.parents.get(id) ?? null;
  return { parentId, before: after(childrenOf(shape, parentId), id) };
};

/** The requested drop position: a gap between rows, and a depth. */
export interface DropRequest {
  /** 0 is above the first row, `rows.length` below the last one. */
  gap: number;
  depth: number;
}

/** The resulting drop position, and the depth of its marker. */
export interface Drop {
  position: TreePosition;
  gap: number;
  depth: number;
}

/**
 * The position in a gap that is closest to the requested depth: at most one level below the row above, if that can have
 * children, and at least at the level of the row below, whose parent would otherwise change. `rows` excludes dragged rows.
 */
export function resolveDrop(rows: readonly TreeRow[], wish: DropRequest, canHold: (id: string) => boolean): Drop {
  const gap = Math.max(0, Math.min(rows.length, wish.gap));
  const above = rows[gap - 1];
  if (!above) return { position: { parentId: null, before: rows[0]?.id ?? null }, gap, depth: 0 };
  const deepest = canHold(above.id) ? above.depth + 1 : above.depth;
  const depth = Math.min(deepest, Math.max(rows[gap]?.depth ?? 0, wish.depth));
  if (depth > above.depth) {
    const first = above.isOpen ? rows[gap] : undefined;
    return { position: { parentId: above.id, before: first?.parentId === above.id ? first.id : null }, gap, depth };
  }
  let at = above;
  for (let index = gap - 1; at.depth > depth; index -= 1) at = rows[index] ?? at;
  const next = rows.slice(gap).find((row) => row.depth <= depth);
  return { position: { parentId: at.parentId, before: next?.depth === depth ? next.id : null }, gap, depth };
}
