import { childrenOf, type TreeShape } from './tree-shape.ts';

/** A line of a tree as it is drawn. */
export interface TreeRow {
  id: string;
  parentId: string | null;
  /** 0 at the top. */
  depth: number;
  /** Place among its siblings, from 1. */
  position: number;
  /** How many siblings there are, itself included. */
  siblings: number;
  hasChildren: boolean;
  isOpen: boolean;
}

/** The lines of a tree without those that lie in closed ones. */
export function rowsOfTree(shape: TreeShape, closed: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const walk = (parentId: string | null, depth: number) => {
    const level = childrenOf(shape, parentId);
    level.forEach((id, index) => {
      const hasChildren = shape.children.has(id);
      const isOpen = hasChildren && !closed.has(id);
      rows.push({ id, parentId, depth, position: index + 1, siblings: level.length, hasChildren, isOpen });
      if (isOpen) walk(id, depth + 1);
    });
  };
  walk(null, 0);
  return rows;
}
