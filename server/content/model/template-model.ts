import type { ReplacedOptions } from '@quartermaster/contract/content/replaced-options.ts';
import { shapesOf } from '@quartermaster/contract/content/row-shapes.ts';
import { buildTree, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import type { ConversionSides } from '@quartermaster/contract/field-types/conversions.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { StoredConvertedField, StoredField } from '../../core/tables/content.ts';

/** A field that items store values for; a dynamic group counts as one leaf, which stores its rows. */
export interface Leaf {
  field: StoredField;
  /** The dynamic groups around it, outermost first, by field id. */
  groups: readonly string[];
  /** True for a dynamic group. */
  holdsRows: boolean;
  /** The shape around it: only rows with its name in the field `typeId` have the leaf. */
  shape?: { typeId: string; name: string };
}

/** A field with options that are replaced in the values of items. */
export interface ReplacedLeaf extends Leaf {
  options: ReplacedOptions;
}

/** A field whose values get the form of another type, or with `isBack` their former one. */
export interface FieldConversion extends ConversionSides<StoredConvertedField> {
  /** The dynamic groups around it, outermost first, by field id. */
  groups: readonly string[];
  isBack: boolean;
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
  replaced: readonly ReplacedLeaf[];
  converted: readonly FieldConversion[];
  /** True if values of computed fields are computed. */
  recomputes: boolean;
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
  return { ...row, tree, leaves: leavesOfTree(tree) };
}

/** The leaves of a tree by field id, in its order. */
export function leavesOfTree(tree: readonly TreeNode<StoredField>[]): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  const visit = (nodes: readonly TreeNode<StoredField>[], groups: readonly string[], shape?: Leaf['shape']) => {
    const typeId = shapesOf(nodes)?.typeId;
    for (const { field, children } of nodes) {
      const { holds, rows } = fieldTypeOf(field.settings.type);
      if (holds === 'group') {
        const inner = rows?.is === 'shape' && typeId !== undefined ? { typeId, name: field.settings.name } : shape;
        visit(children, groups, inner);
      } else {
        leaves.set(field.id, { field, groups, holdsRows: holds === 'rows', ...(shape && { shape }) });
        if (holds === 'rows') visit(children, [...groups, field.id]);
      }
    }
  };
  visit(tree, []);
  return leaves;
}
