import { childrenOf, type TreeShape } from './tree-shape.ts';

/** A visible row of a tree. */
export interface TreeRow {
  id: string;
  parentId: string | null;
  /** 0 at the top level. */
  depth: number;
  /** Position among its siblings, from 1. */
  position: number;
  /** The number of siblings, including itself. */
  siblings: number;
  hasChildren: boolean;
  isOpen: boolean;
}

/** The rows of a tree, without those inside collapsed ones. */
export function rowsOfTree(shape: TreeShape, closed: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const visit = (parentId: string | null, depth: number) => {
    const level = childrenOf(shape, parentId);
    level.forEach((id, index) => {
      const hasChildren = shape.children.has(id);
      const isOpen = hasChildren && !closed.has(id);
      rows.push({ id, parentId, depth, position: index + 1, siblings: level.length, hasChildren, isOpen });
      if (isOpen) visit(id, depth + 1);
    });
  };
  visit(null, 0);
  return rows;
}
