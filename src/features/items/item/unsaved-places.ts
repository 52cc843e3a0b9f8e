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
  const counts = new Map<string, number>();
  let fields: ReadonlySet<string> = new Set();
  const topFields = topFieldsOf(tree);
  const note = (key: string, isUnsaved: boolean) => {
    if (places.has(key) === isUnsaved) return;
    if (isUnsaved) places.add(key);
    else places.delete(key);
    const field = topFields.get(key.split('.')[0] ?? labelId) ?? labelId;
    const count = (counts.get(field) ?? 0) + (isUnsaved ? 1 : -1);
    counts.set(field, count);
    if (fields.has(field) !== count > 0)
      fields = new Set(count > 0 ? [...fields, field] : [...fields].filter((other) => other !== field));
  };
  const noteLabel = (label: string) => note(labelId, label.trim() !== base.label);
  return {
    /** The ids of the fields at the top level that contain them: the same set until one enters or leaves it. */
    fields: () => fields,
    /** Compares the whole draft. */
    readAll: (draft: ItemDraft) => {
      const changed = new Set(diffItemFields(tree, base.values, draft.values).map(({ id }) => id));
      for (const key of places) note(key, changed.has(key));
      for (const key of changed) note(key, true);
      noteLabel(draft.label);
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
