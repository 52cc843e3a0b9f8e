import type { FieldEffect } from '@quartermaster/contract/endpoints/templates.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { Query } from '../../../core/database/database.ts';
import { convertOne } from '../../model/converted-values.ts';
import { type FieldChange, leafOf } from '../../model/field-changes.ts';
import type { FieldConversion, TemplateModel } from '../../model/template-model.ts';
import { valuesAt } from '../../model/values-at.ts';
import * as current from './effects-repository.ts';
import { textOf } from './incompatible.ts';

/** How many converted values are shown. */
const shownValues = 5;

/** Some values that a change converts, before and after it. */
export async function describeConverted(
  query: Query,
  { key }: Pick<TemplateModel, 'key'>,
  { before, conversion }: FieldChange,
): Promise<Pick<FieldEffect, 'converted'>> {
  if (!before || !conversion) return {};
  const { ids } = await current.findIncompatible(query, key, { leaf: leafOf(before), bounds: undefined, end: 'last' });
  const items = await current.listItems(query, key, ids);
  return { converted: items.flatMap((item) => convertedValue(item, conversion)).slice(0, shownValues) };
}

/** The first value of an item that can be converted. */
function convertedValue({ id, label, values }: current.SampledItem, conversion: FieldConversion) {
  const { groups, from, to, isBack } = conversion;
  const [was, is] = isBack ? [to, from] : [from, to];
  for (const value of valuesAt(values, { groups, field: from.field })) {
    const converted = convertOne(conversion, value);
    if ('reason' in converted) continue;
    return [{ id, label, before: shownText(was, value), after: shownText(is, converted.value) }];
  }
  return [];
}

const shownText = ({ field }: FieldConversion['from'], value: unknown): string =>
  textOf({ field, holdsRows: fieldTypeOf(field.settings.type).holds === 'rows' }, value);
