import { childrenOf, type TreeShape } from './tree-shape.ts';

/**
 * Ids that have moved between two versions of a tree: to another parent, or in the order of their siblings. The result is
 * minimal: among those that kept their parent, the longest subsequence still in order counts as not moved.
 */
export function movedIds(before: TreeShape, after: TreeShape): Set<string> {
  const moved = new Set<string>();
  for (const [parentId, level] of after.children) {
    const previous = new Map(childrenOf(before, parentId).map((id, index) => [id, index]));
    const stayed = level.filter((id) => previous.has(id));
    const inOrder = new Set(longestIncreasingSubsequence(stayed.map((id) => previous.get(id) ?? 0)));
    for (const id of level) {
      if (before.parents.has(id) && (!previous.has(id) || !inOrder.has(previous.get(id) ?? -1))) moved.add(id);
    }
  }
  return moved;
}

/** The longest increasing subsequence. */
export function longestIncreasingSubsequence(numbers: readonly number[]): number[] {
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
