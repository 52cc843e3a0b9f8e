import { leavesOf, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';

/** A group of a form. */
export interface OutlineEntry {
  id: string;
  label: string;
  /** The path of its first field, or of its rows. */
  path: string;
}

/** Shorter forms are seen at a glance. */
const leastFields = 20;

/** The groups of a long form, in its order; empty for a short one, or for one of a single group. */
export function outlineOf(tree: readonly TreeNode[]): OutlineEntry[] {
  if (countFields(tree) < leastFields) return [];
  const entries = tree.flatMap(({ field: { id, settings }, children }) => {
    const { holds } = fieldTypeOf(settings.type);
    if (holds === 'value') return [];
    const first = holds === 'group' ? leavesOf(children)[0]?.field.id : id;
    return first === undefined ? [] : [{ id, label: settings.label || settings.name, path: `values.${first}` }];
  });
  return entries.length > 1 ? entries : [];
}

const countFields = (nodes: readonly TreeNode[]): number =>
  nodes.reduce((sum, { children }) => sum + (children.length > 0 ? countFields(children) : 1), 0);
