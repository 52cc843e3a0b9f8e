import type { TreeField, TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import { type FieldType, fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { namedPosition } from '@quartermaster/contract/rules/template.ts';
import { settingsOf, stateOf, type TemplateState } from '../../../shared/template-changes/template-state.ts';
import { childrenOf } from '../../../shared/tree/tree-shape.ts';

/** A template that is being edited. Immutable; an edit keeps the identity of everything that it does not change. */
export interface Draft extends TemplateState {
  id: string;
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
export const draftOf = (source: DraftSource, saved: Draft['saved'] = new Map()): Draft => ({
  id: source.id,
  saved,
  ...stateOf(source),
});

/** How many fields a template has. */
export const fieldCountOf = ({ settings }: Draft): number => settings.size;

/** The type of a field; `null` for the top level of the template. */
export const typeOf = (draft: Draft, id: string | null): FieldType | null =>
  id === null ? null : settingsOf(draft, id).type;

/** True for a field that can have children. */
export const canHold = (draft: Draft, id: string): boolean => fieldTypeOf(settingsOf(draft, id).type).holds !== 'value';

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
