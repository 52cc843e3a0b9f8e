import type { TreeRow } from './tree-rows.ts';
import { childrenOf, type Place, type TreeShape, topmost } from './tree-shape.ts';

/** A move by one step: among the siblings, into the sibling above, or out beside the parent. */
export type Step = 'up' | 'down' | 'in' | 'out';

/** Where a step leads; nothing where there is no such place. */
export function placeOfStep(
  shape: TreeShape,
  ids: Iterable<string>,
  step: Step,
  canHold: (id: string) => boolean,
): Place | undefined {
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

/** Right after something, in the same parent. */
export const placeAfter = (shape: TreeShape, id: string): Place => {
  const parentId = shape.parents.get(id) ?? null;
  return { parentId, before: after(childrenOf(shape, parentId), id) };
};

/** What a drag asks for: the gap before this line, and how deep. */
export interface DropWish {
  /** 0 is above the first line, `rows.length` below the last one. */
  gap: number;
  depth: number;
}

/** A place that a drag leads to, and how deep its line is drawn. */
export interface Drop {
  place: Place;
  gap: number;
  depth: number;
}

/**
 * The place in a gap that is nearest to the wanted depth. No deeper than a child of the line above, where that can hold some,
 * and no less deep than the line below, which would otherwise change its parent. `rows` are without those that are dragged.
 */
export function dropPlace(rows: readonly TreeRow[], wish: DropWish, canHold: (id: string) => boolean): Drop {
  const gap = Math.max(0, Math.min(rows.length, wish.gap));
  const above = rows[gap - 1];
  if (!above) return { place: { parentId: null, before: rows[0]?.id ?? null }, gap, depth: 0 };
  const deepest = canHold(above.id) ? above.depth + 1 : above.depth;
  const depth = Math.min(deepest, Math.max(rows[gap]?.depth ?? 0, wish.depth));
  if (depth > above.depth) {
    const first = above.isOpen ? rows[gap] : undefined;
    return { place: { parentId: above.id, before: first?.parentId === above.id ? first.id : null }, gap, depth };
  }
  let at = above;
  for (let index = gap - 1; at.depth > depth; index -= 1) at = rows[index] ?? at;
  const next = rows.slice(gap).find((row) => row.depth <= depth);
  return { place: { parentId: at.parentId, before: next?.depth === depth ? next.id : null }, gap, depth };
}
