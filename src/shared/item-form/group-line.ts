import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';

/** True for a group of one field, which needs no frame. */
export const isLine = (nodes: readonly TreeNode[]): boolean =>
  nodes.length === 1 && nodes.every(({ field }) => fieldTypeOf(field.settings.type).holds === 'value');
