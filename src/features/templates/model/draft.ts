import type { TreeField, TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import { type FieldSettings, type FieldType, fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { namedPosition } from '@quartermaster/contract/rules/template.ts';
import { childrenOf, shapeOf, type TreeShape } from '../../../shared/tree/tree-shape.ts';

/** A template that is being edited. Immutable; an edit keeps the identity of everything that it does not change. */
export interface Draft {
  id: string;
  label: string;
  /** Settings by field id. A limit may hold typed text that is not a number yet. */
  settings: ReadonlyMap<string, FieldSettings>;
  shape: TreeShape;
  /** The location and name of each field of the saved template, by field id. */
  saved: ReadonlyMap<string, string>;
}

/** The source of a draft: a template from the API, or a stored draft. */
export interface DraftSource {
  id: string;
  label: string;
  fields: readonly TreeField[];
}

/** The location and name of each field of a saved template. */
export const savedPositions = (fields: readonly TreeField[]): ReadonlyMap<string, string> =>
  new Map(fields.map((field) => [field.id, namedPosition(field)]));

/** Creates a draft; `saved` describes the fields of the saved template and is empty for a new one. */
export function draftOf({ id, label, fields }: DraftSource, saved: Draft['saved'] = new Map()): Draft {
  const shape = shapeOf(fields);
  const placed = fields.filter((field) => shape.parents.has(field.id));
  return { id, label, shape, saved, settings: new Map(placed.map((field) => [field.id, field.settings])) };
}

/** How many fields a template has. */
export const fieldCountOf = ({ settings }: Draft): number => settings.size;

/** How the fields of a template lie in each other. */
export const shapeOfDraft = ({ shape }: Draft): TreeShape => shape;

/** The settings of a field in the draft; throws if there is no such field. */
export function settingsOf({ settings }: Draft, id: string): FieldSettings {
  const found = settings.get(id);
  if (!found) throw new Error(`There is no field ${id} in the template`);
  return found;
}

/** The type of a field; `null` for the top level of the template. */
export const typeOf = (draft: Draft, id: string | null): FieldType | null =>
  id === null ? null : settingsOf(draft, id).type;

/** True for a field that can have children. */
export const canHold = (draft: Draft, id: string): boolean => fieldTypeOf(settingsOf(draft, id).type).holds !== 'value';

/** The display name of a field. */
export const nameOf = (draft: Draft, id: string): string => {
  const { label, name } = settingsOf(draft, id);
  return label || name || 'Untitled';
};

/** The fields as a flat list, in display order. */
export function fieldsOf(draft: Draft): TreeField[] {
  const level = (parentId: string | null): TreeField[] =>
    childrenOf(draft.shape, parentId).flatMap((id, order) => [
      { id, settings: settingsOf(draft, id), parentId, order },
      ...level(id),
    ]);
  return level(null);
}

/** The fields in the format of a save, without their status. */
export const toSavedFields = (draft: Draft): SaveTemplateField[] =>
  // A draft has no types that users cannot add, and is not saved while a limit is not a number.
  fieldsOf(draft) as SaveTemplateField[];

const trees = new WeakMap<Draft, readonly TreeNode[]>();

/** The fields as a tree, cached per draft. */
export function treeOfDraft(draft: Draft): readonly TreeNode[] {
  const known = trees.get(draft);
  if (known) return known;
  const level = (parentId: string | null): TreeNode[] =>
    childrenOf(draft.shape, parentId).map((id, order) => ({
      field: { id, settings: settingsOf(draft, id), parentId, order },
      children: level(id),
    }));
  const tree = level(null);
  trees.set(draft, tree);
  return tree;
}
