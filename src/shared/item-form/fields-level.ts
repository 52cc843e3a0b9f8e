import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import type { ComponentType } from 'react';

/** One level of a template in the form. */
export interface FieldsLevel {
  nodes: readonly TreeNode[];
  /** The form path of the values of these fields, e.g. `values` or `values.attrib.2`. */
  path: string;
  /** The number of enclosing dynamic groups. */
  depth: number;
}

/** Renders a level; passed down to the rows, which contain further levels. */
export type FieldsLevelView = ComponentType<FieldsLevel>;
