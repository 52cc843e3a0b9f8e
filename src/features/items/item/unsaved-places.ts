import { diffItemFields } from '@quartermaster/contract/content/diff-item-fields.ts';
import { itemFieldId, sameValue } from '@quartermaster/contract/content/item-fields.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import type { FieldValue, WireValue } from '@quartermaster/contract/field-types/field-type.ts';
import { get } from 'react-hook-form';
import type { ItemDraft } from './item-draft.ts';
import { labelId, topFieldsOf } from './unsaved-fields.ts';

/**
 * The places in which a draft differs from its base: compares only a typed value, and everything only after rows were added, removed or
 * moved.
 */
export function createUnsavedPlaces(tree: readonly TreeNode[], base: ItemDraft) {
  const places = new Set<string>();
  const topFields = topFieldsOf(tree);
  const note = (key: string, isUnsaved: boolean) => void (isUnsaved ? places.add(key) : places.delete(key));
  const noteLabel = (label: string) => note(labelId, label.trim() !== base.label);
  return {
    /** The ids of the fields at the top level that contain them. */
    fields: (): ReadonlySet<string> =>
      new Set([...places].map((key) => topFields.get(key.split('.')[0] ?? labelId) ?? labelId)),
    /** Compares the whole draft. */
    readAll: (draft: ItemDraft) => {
      places.clear();
      noteLabel(draft.label);
      for (const { id } of diffItemFields(tree, base.values, draft.values)) places.add(id);
    },
    /** Compares the value at a path of the form. */
    read: (path: string, draft: ItemDraft) => {
      if (path === 'label') noteLabel(draft.label);
      else note(idAt(path), !sameValue(valueAt(base, path), valueAt(draft, path)));
    },
  };
}

// Both are values of the same field, and the comparison accepts any value.
const valueAt = (draft: ItemDraft, path: string) => (get(draft, path) ?? null) as WireValue & FieldValue;

/** The id of an item's field at a path: `amount.2.0` for `values.attrib.2.levels.0.amount`. */
function idAt(path: string): string {
  const parts = path.split('.').slice(1);
  return itemFieldId(
    parts.at(-1) ?? '',
    parts.flatMap((part, index) => (index % 2 === 1 ? [Number(part)] : [])),
  );
}
