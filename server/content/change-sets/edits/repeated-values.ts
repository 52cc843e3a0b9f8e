import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { type FieldValue, isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { usedBySentence } from '@quartermaster/contract/rules/unique.ts';
import type { Query } from '../../../core/database/database.ts';
import type { StoredField } from '../../../core/tables/content.ts';
import { findHolders, nameOfKey, type UniqueValue } from '../../documents/item-keys.ts';
import type { TemplateModel } from '../../model/template-model.ts';
import { uniqueFields } from '../../model/unique-fields.ts';
import type { Incompatibility } from '../incompatibility.ts';
import type { Edit } from './edit.ts';

/** New values of an item, and those that it had before; a new item had none. */
interface Edited {
  id: number;
  isNew: boolean;
  before: ItemValues;
  values: ItemValues;
}

/** For each of these items, the first unique field whose value is not the only one afterwards. */
export type FindRepeated = (query: Query, items: readonly Edited[]) => Promise<(Incompatibility | undefined)[]>;

/** Error message for a copy with the value of an earlier one. */
const repeatedSentence = 'an earlier copy has this value';

/**
 * Finds values of unique fields that an edit would repeat: in the items that are edited, of which it remembers all that it
 * has seen, and in the others. Edited items may exchange their values.
 */
export function repeatedValues(model: TemplateModel, edit: Edit, ids: Iterable<number>): FindRepeated {
  const unique = editedUnique(model, edit);
  if (unique.length === 0) return async (_, items) => items.map(() => undefined);
  const { key: templateKey } = model;
  const isEdited = new Set(ids);
  const first = new Map<string, number>();
  return async (query, items) => {
    const found: (Incompatibility | undefined)[] = items.map(() => undefined);
    const sought: (UniqueValue & { index: number; fieldId: string })[] = [];
    items.forEach(({ id, isNew, before, values }, index) => {
      for (const { key: fieldKey, id: fieldId, settings } of unique) {
        const value = values[fieldId] as FieldValue | undefined;
        if (isEmpty(value)) continue;
        const { numbers = [], texts = [] } = fieldTypeOf(settings.type).index.entries(value, settings);
        const [number = null, text = null] = [numbers[0], texts[0]];
        const name = `${fieldKey}/${nameOfKey({ number, text })}`;
        const other = first.get(name);
        if (other !== undefined && other !== id)
          found[index] ??= { field_id: fieldId, reason: isNew ? repeatedSentence : usedBySentence(other) };
        else first.set(name, id);
        if (isNew || value !== before[fieldId])
          sought.push({ templateKey, fieldKey, itemId: isNew ? null : id, number, text, index, fieldId });
      }
    });
    for (const { place: position, itemId } of sought.length > 0 ? await findHolders(query, sought) : []) {
      const { index, fieldId } = sought[position] as (typeof sought)[number];
      if (!isEdited.has(itemId)) found[index] ??= { field_id: fieldId, reason: usedBySentence(itemId) };
    }
    return found;
  };
}

/** The unique fields that an edit gives values. */
export function editedUnique(model: TemplateModel, edit: Edit): StoredField[] {
  if (edit.kind === 'delete') return [];
  return [...uniqueFields(model).values()].filter(({ id }) => edit.fields.includes(id));
}
