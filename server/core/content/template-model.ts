import { buildTree, slotsOf, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { StoredField } from '../tables/content.ts';

/** A field that items keep values for: a leaf, or a dynamic group as the keeper of its rows. */
export interface Slot {
  field: StoredField;
  /** The dynamic groups around it, from the outermost inwards, by field id. */
  groups: readonly string[];
  /** True for a dynamic group. */
  holdsRows: boolean;
}

/** What a save of a template still has to do to its items: until that is done, documents hold what the template has no more. */
export interface TemplateChange {
  /** The version of the template that asked for it. */
  version: number;
  removed: readonly Slot[];
  restored: readonly Slot[];
}

/** A template as the server works with it: one object a state of it, shared by all requests. */
export interface TemplateModel {
  key: number;
  instanceId: number;
  id: string;
  label: string;
  version: number;
  /** Tells states of a template apart; the same in every instance where the content is the same. */
  hash: string;
  fields: readonly StoredField[];
  tree: readonly TreeNode<StoredField>[];
  /** By field id, in the template's order; groups are in none, as they hold no values of their own. */
  slots: ReadonlyMap<string, Slot>;
  /** Where items are not yet what the template says. */
  change?: TemplateChange | undefined;
}

/** Works out the tree and the slots of a template. */
export function templateModel(row: Omit<TemplateModel, 'tree' | 'slots'>): TemplateModel {
  const tree = buildTree(row.fields);
  const slots = new Map<string, Slot>();
  const walk = (nodes: readonly TreeNode<StoredField>[], groups: readonly string[]) => {
    for (const { field, children } of slotsOf(nodes)) {
      const holdsRows = fieldTypeOf(field.settings.type).holds === 'rows';
      slots.set(field.id, { field, groups, holdsRows });
      if (holdsRows) walk(children, [...groups, field.id]);
    }
  };
  walk(tree, []);
  return { ...row, tree, slots };
}
