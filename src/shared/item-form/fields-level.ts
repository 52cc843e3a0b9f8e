import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import type { ComponentType } from 'react';

/** One level of a template in the form. */
export interface FieldsLevel {
  nodes: readonly TreeNode[];
  /** The name of the values that hold these fields, e.g. `values` or `values.attrib.2`. */
  path: string;
  /** How many dynamic groups are around. */
  depth: number;
}

/** Draws a level; handed down to the rows, which hold further levels. */
export type FieldsLevelView = ComponentType<FieldsLevel>;
