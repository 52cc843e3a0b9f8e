import { buildTree, leavesOf, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { StoredField } from '../../core/tables/content.ts';

/** A field that items store values for; a dynamic group counts as one leaf, which stores its rows. */
export interface Leaf {
  field: StoredField;
  /** The dynamic groups around it, outermost first, by field id. */
  groups: readonly string[];
  /** True for a dynamic group. */
  holdsRows: boolean;
}

/**
 * Changes to items still outstanding after a save of their template; until then documents contain values that the
 * template no longer has.
 */
export interface TemplateChange {
  /** The template version that caused the change. */
  version: number;
  removed: readonly Leaf[];
  restored: readonly Leaf[];
}

/** A template as the server uses it: one immutable object per state, shared by all requests. */
export interface TemplateModel {
  key: number;
  instanceId: number;
  id: string;
  label: string;
  version: number;
  /** Identifies a state of a template; equal in all instances with the same content. */
  hash: string;
  fields: readonly StoredField[];
  tree: readonly TreeNode<StoredField>[];
  /** By field id, in the template's order; groups are not included because they have no values of their own. */
  leaves: ReadonlyMap<string, Leaf>;
  /** Set while items do not match the template yet. */
  change?: TemplateChange | undefined;
}

/** Derives the tree and the leaves of a template. */
export function templateModel(row: Omit<TemplateModel, 'tree' | 'leaves'>): TemplateModel {
  const tree = buildTree(row.fields);
  const leaves = new Map<string, Leaf>();
  const visit = (nodes: readonly TreeNode<StoredField>[], groups: readonly string[]) => {
    for (const { field, children } of leavesOf(nodes)) {
      const holdsRows = fieldTypeOf(field.settings.type).holds === 'rows';
      leaves.set(field.id, { field, groups, holdsRows });
      if (holdsRows) visit(children, [...groups, field.id]);
    }
  };
  visit(tree, []);
  return { ...row, tree, leaves };
}
