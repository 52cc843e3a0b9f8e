import { count } from '../../ui/count.ts';
import { childrenOf, type TreeShape, topmost } from '../tree-shape.ts';

/** The names of a tree's rows, singular and plural: `field`, `fields`. */
export interface Nouns {
  one: string;
  many: string;
}

/** The name of a single row, or the number of several. */
export const namesText = (ids: readonly string[], nameOf: (id: string) => string, { one, many }: Nouns): string => {
  const [only] = ids;
  return only !== undefined && ids.length === 1 ? nameOf(only) : count(ids.length, one, many);
};

/** The position of rows, for announcements to screen readers. */
export function positionText(shape: TreeShape, ids: readonly string[], nameOf: (id: string) => string): string {
  const [first] = topmost(shape, ids);
  if (first === undefined) return '';
  const parentId = shape.parents.get(first) ?? null;
  const level = childrenOf(shape, parentId);
  const parent = parentId === null ? 'to the top level' : `into ${nameOf(parentId)}`;
  return `${parent}, position ${level.indexOf(first) + 1} of ${level.length}`;
}
