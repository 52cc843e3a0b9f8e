import { childrenOf, type TreeShape } from './tree-shape.ts';

/**
 * What lies elsewhere in a tree than it did before: in another parent, or in another order than its siblings. As few as
 * possible: of those that kept their parent, the longest row that is still in its order has not moved.
 */
export function movedIds(before: TreeShape, after: TreeShape): Set<string> {
  const moved = new Set<string>();
  for (const [parentId, level] of after.children) {
    const former = new Map(childrenOf(before, parentId).map((id, index) => [id, index]));
    const stayed = level.filter((id) => former.has(id));
    const inOrder = new Set(longestRise(stayed.map((id) => former.get(id) ?? 0)));
    for (const id of level) {
      if (before.parents.has(id) && (!former.has(id) || !inOrder.has(former.get(id) ?? -1))) moved.add(id);
    }
  }
  return moved;
}

/** The longest row of rising numbers that is left where others are struck out. */
export function longestRise(numbers: readonly number[]): number[] {
  const ends: number[] = [];
  const before = new Map<number, number | undefined>();
  for (const [index, number] of numbers.entries()) {
    let length = 0;
    for (let high = ends.length; length < high; ) {
      const middle = (length + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) length = middle + 1;
      else high = middle;
    }
    before.set(index, ends[length - 1]);
    ends[length] = index;
  }
  const row: number[] = [];
  for (let at = ends.at(-1); at !== undefined; at = before.get(at)) row.push(numbers[at] ?? 0);
  return row.reverse();
}
