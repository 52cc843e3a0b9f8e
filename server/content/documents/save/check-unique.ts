import { itemFieldPath } from '@quartermaster/contract/content/item-fields.ts';
import { usedBySentence } from '@quartermaster/contract/rules/unique.ts';
import type { Query } from '../../../core/database/database.ts';
import type { TemplateModel } from '../../model/template-model.ts';
import { uniqueFields } from '../../model/unique-fields.ts';
import { findHolders, isOldForm, nameOfKey, type UniqueValue } from '../item-keys.ts';
import type { PreparedItem } from './prepare-item.ts';

/** A new value of a unique field, and where it is in its item. */
interface Claim extends UniqueValue {
  item: PreparedItem;
  path: string;
}

/** Error message for a value that an earlier item of the same save has. */
const repeatedSentence = 'another item of this request has this value';

/**
 * Adds an error for each value of a unique field that another item has, unless that item gets another one by the same save.
 * The database refuses what is written at the same time.
 */
export async function checkUnique(
  query: Query,
  items: readonly PreparedItem[],
  modelOf: (index: number) => TemplateModel,
): Promise<void> {
  const claims: Claim[] = [];
  const released = new Set<string>();
  const first = new Set<string>();
  items.forEach((item, index) => {
    const { write } = item;
    if (!write) return;
    const unique = uniqueFields(modelOf(index));
    if (unique.size === 0) return;
    const { templateKey, id = null } = write;
    const changed = new Set(write.changedKeys);
    for (const [fieldKey, field] of unique) {
      const { numbers, texts } = write.index.get(fieldKey) ?? {};
      const [number = null] = numbers ?? [];
      const [text = null] = texts ?? [];
      const isChanged = changed.has(fieldKey);
      if (isChanged && id !== null) released.add(`${templateKey}/${fieldKey}/${id}`);
      if ((number === null && text === null) || !(isChanged || isOldForm(text))) continue;
      const path = itemFieldPath(field.id);
      const name = `${templateKey}/${fieldKey}/${nameOfKey({ number, text })}`;
      if (first.has(name)) item.wrong[path] = repeatedSentence;
      else claims.push({ templateKey, fieldKey, itemId: id, number, text, item, path });
      first.add(name);
    }
  });
  if (claims.length === 0) return;
  for (const { place: position, itemId } of await findHolders(query, claims)) {
    const { item, path, templateKey, fieldKey } = claims[position] as Claim;
    if (!released.has(`${templateKey}/${fieldKey}/${itemId}`)) item.wrong[path] = usedBySentence(itemId);
  }
}
