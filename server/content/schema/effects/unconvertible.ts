import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { Bound } from '@quartermaster/contract/field-types/bounds.ts';
import { conversionOf } from '@quartermaster/contract/field-types/conversions.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { Query } from '../../../core/database/database.ts';
import { convertOne } from '../../model/converted-values.ts';
import type { FieldConversion } from '../../model/template-model.ts';
import { valuesAt } from '../../model/values-at.ts';
import { itemRanges } from './effects-repository.ts';
import { type FoundItems, type Search, sampledItems } from './search.ts';

/**
 * The constraints by which an index finds the values that cannot be converted; empty if all can, undefined if only
 * converting them shows it.
 */
export function conversionBounds(conversion: FieldConversion): readonly Bound[] | undefined {
  const declared = conversionOf(conversion);
  if (!declared || conversion.isBack) return undefined;
  if (declared.bounds) return declared.bounds(conversion);
  const { settings } = conversion.to.field;
  return declared.mayFail || fieldTypeOf(settings.type).bounds(settings).length > 0 ? undefined : [];
}

/** The reason why a value cannot be converted; undefined if it can. */
export function reasonNotConverted(conversion: FieldConversion, value: ItemValues[string]): string | undefined {
  const converted = convertOne(conversion, value);
  return 'reason' in converted ? converted.reason : undefined;
}

/** Items with a value that cannot be converted. Reads only the part of the documents with the field, range by range. */
export async function findUnconvertible(
  query: Query,
  templateKey: number,
  conversion: FieldConversion,
  { end, except = [] }: Pick<Search, 'end' | 'except'>,
): Promise<FoundItems> {
  const { groups, from } = conversion;
  const [outermost = from.field.id] = groups;
  const skipped = new Set(except);
  const found: FoundItems = { count: 0, ids: [] };
  for await (const { after, last } of itemRanges(query, { templateKey, fields: 1 })) {
    const items = await query<{ id: number; part: ItemValues[string] }>(
      `select id, "values"->$4 as part from items
        where template_key = $1 and id > $2 and id <= $3 and "values" ? $4 order by id`,
      [templateKey, after, last, outermost],
    );
    for (const { id, part } of items) {
      const values = valuesAt({ [outermost]: part }, { groups, field: from.field });
      if (skipped.has(id) || !values.some((value) => reasonNotConverted(conversion, value))) continue;
      found.count += 1;
      if (end === 'first') return found;
      if (found.ids.length < sampledItems) found.ids.push(id);
    }
  }
  return found;
}
