import { type FieldValue, isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { Query } from '../../../core/database/database.ts';
import type { StoredField } from '../../../core/tables/content.ts';
import { findHolders, type IndexedKey } from '../../documents/item-keys.ts';

/** A value of a unique field as in its index; undefined if it has none, or an invalid one. */
export function indexedKey({ settings }: Pick<StoredField, 'settings'>, value: unknown): IndexedKey | undefined {
  const type = fieldTypeOf(settings.type);
  if (isEmpty(value) || type.wrongKind(value, settings) !== undefined) return undefined;
  const { numbers = [], texts = [] } = type.index.entries(value as FieldValue, settings);
  return { number: numbers[0] ?? null, text: texts[0] ?? null };
}

/** The items that have these values of a unique field; `null` where there is none. */
export async function findByKeys(
  query: Query,
  { templateKey, field }: { templateKey: number; field: Pick<StoredField, 'key'> },
  keys: readonly IndexedKey[],
): Promise<(number | null)[]> {
  const found: (number | null)[] = keys.map(() => null);
  if (keys.length === 0) return found;
  const sought = keys.map((key) => ({ templateKey, fieldKey: field.key, itemId: null, ...key }));
  for (const { place: index, itemId } of await findHolders(query, sought)) found[index] = itemId;
  return found;
}
