import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { type FieldValue, isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { usedBySentence } from '@quartermaster/contract/rules/unique.ts';
import type { Query } from '../../core/database/database.ts';
import type { TemplateModel } from '../model/template-model.ts';
import { uniqueFields } from '../model/unique-fields.ts';
import type { Incompatibility } from './incompatibility.ts';
import { findRepeated, type NewUniqueValue } from './repeated-repository.ts';
import type { Models } from './resolve-items.ts';

/** What a change set writes to the items of a template. */
interface Written {
  /** All items that it writes, including those that it removes. */
  ids: readonly number[];
  /** Those that it copies unchanged from the source. */
  copied: readonly number[];
  /** The new values of the others. */
  contents: ReadonlyMap<number, ItemValues>;
  /** How many repeated values are found at most, or null for all of them. */
  most?: number | null;
}

/** Items whose value of a unique field another item would have, too; by item. */
export async function checkRepeated(
  query: Query,
  { source, target, after }: Models,
  { ids, copied, contents, most = 1000 }: Written,
): Promise<(Incompatibility & { id: number })[]> {
  const unique = after ? [...uniqueFields(after).values()] : [];
  if (unique.length === 0 || copied.length + contents.size === 0) return [];
  const inTarget = target && uniqueFields(target);
  const keyIn = (model: TemplateModel | undefined, id: string) => model?.leaves.get(id)?.field.key ?? null;
  const fields = unique.map(({ id }) => ({ id, sourceKey: keyIn(source, id), targetKey: keyIn(target, id) }));
  const values = [...contents].flatMap(([itemId, content]) =>
    unique.flatMap(({ id, settings }, index): NewUniqueValue[] => {
      const value = content[id] as FieldValue | undefined;
      if (isEmpty(value)) return [];
      const { numbers = [], texts = [] } = fieldTypeOf(settings.type).index.entries(value, settings);
      return [{ itemId, place: index, number: numbers[0] ?? null, text: texts[0] ?? null }];
    }),
  );
  const found = await findRepeated(query, {
    fields,
    source: source?.key ?? null,
    target: target?.key ?? null,
    written: ids,
    copied,
    values,
    isIndexed: fields.every(({ targetKey }) => targetKey !== null && inTarget?.has(targetKey)),
    most,
  });
  return found.map(({ itemId, place: index, holder }) => ({
    id: itemId,
    field_id: fields[index]?.id ?? '',
    reason: usedBySentence(holder),
  }));
}
