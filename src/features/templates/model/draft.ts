import type { TreeField, TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import { type FieldSettings, type FieldType, fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { namedPlace } from '@quartermaster/contract/rules/template.ts';
import { childrenOf, shapeOf, type TreeShape } from '../../../shared/tree/tree-shape.ts';

/** A template as it is being edited. Never changed in place: what an edit leaves alone stays the same object. */
export interface Draft {
  id: string;
  label: string;
  /** Settings by field id. A limit may be the text that somebody is typing and that is no number yet. */
  settings: ReadonlyMap<string, FieldSettings>;
  shape: TreeShape;
  /** Where the fields of the template that was saved lie, and what they are called there, by field id. */
  saved: ReadonlyMap<string, string>;
}

/** What a draft can start from: a template as it is answered, or one that was kept. */
export interface DraftSource {
  id: string;
  label: string;
  fields: readonly TreeField[];
}

/** The places and names of a saved template's fields. */
export const savedPlaces = (fields: readonly TreeField[]): ReadonlyMap<string, string> =>
  new Map(fields.map((field) => [field.id, namedPlace(field)]));

/** A draft of a template; `saved` tells what is there already, nothing of a new one. */
export function draftOf({ id, label, fields }: DraftSource, saved: Draft['saved'] = new Map()): Draft {
  const shape = shapeOf(fields);
  const placed = fields.filter((field) => shape.parents.has(field.id));
  return { id, label, shape, saved, settings: new Map(placed.map((field) => [field.id, field.settings])) };
}

/** How many fields a template has. */
export const fieldCountOf = ({ settings }: Draft): number => settings.size;

/** How the fields of a template lie in each other. */
export const shapeOfDraft = ({ shape }: Draft): TreeShape => shape;

/** The settings of a field that is in the draft. */
export function settingsOf({ settings }: Draft, id: string): FieldSettings {
  const found = settings.get(id);
  if (!found) throw new Error(`There is no field ${id} in the template`);
  return found;
}

/** The type of a field; `null` for the top of the template. */
export const typeOf = (draft: Draft, id: string | null): FieldType | null =>
  id === null ? null : settingsOf(draft, id).type;

/** True for a field that can have children. */
export const canHold = (draft: Draft, id: string): boolean => fieldTypeOf(settingsOf(draft, id).type).holds !== 'value';

/** What a field is called where it is spoken of. */
export const nameOf = (draft: Draft, id: string): string => {
  const { label, name } = settingsOf(draft, id);
  return label || name || 'Untitled';
};

/** The fields as a flat list, in the order in which one reads them. */
export function fieldsOf(draft: Draft): TreeField[] {
  const level = (parentId: string | null): TreeField[] =>
    childrenOf(draft.shape, parentId).flatMap((id, order) => [
      { id, settings: settingsOf(draft, id), parentId, order },
      ...level(id),
    ]);
  return level(null);
}

/** The fields as a save carries them, without what it does to them. */
export const toSavedFields = (draft: Draft): SaveTemplateField[] =>
  // Types that no person can add are in no draft, and a draft with limits that are no numbers is not saved.
  fieldsOf(draft) as SaveTemplateField[];

const trees = new WeakMap<Draft, readonly TreeNode[]>();

/** The fields as a tree; the same draft has the same tree. */
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
