import type { FieldEffect } from '@quartermaster/contract/endpoints/templates.ts';
import { type FieldValue, isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { Query } from '../../../core/database/database.ts';
import { listHeadersByIds } from '../../documents/item-repository.ts';
import { convertOne } from '../../model/converted-values.ts';
import { type FieldChange, leafOf } from '../../model/field-changes.ts';
import type { FieldConversion, TemplateModel } from '../../model/template-model.ts';
import { valuesAt } from '../../model/values-at.ts';
import * as current from './effects-repository.ts';
import { shortText, textOf } from './incompatible.ts';

/** How many converted values are shown. */
const shownValues = 5;

/** Some values that a change converts, before and after it; links by the labels of their items. */
export async function describeConverted(
  query: Query,
  { key, instanceId }: Pick<TemplateModel, 'key' | 'instanceId'>,
  { before, conversion }: FieldChange,
): Promise<Pick<FieldEffect, 'converted'>> {
  if (!before || !conversion) return {};
  const { ids } = await current.findIncompatible(query, key, { leaf: leafOf(before), bounds: undefined, end: 'last' });
  const items = await current.listItems(query, key, ids);
  const found = items.flatMap((item) => convertedValue(item, conversion)).slice(0, shownValues);
  const labels = await labelsOf(
    query,
    instanceId,
    found.flatMap(({ before: was, after: is }) => [was, is]),
  );
  return {
    converted: found.map(({ before: was, after: is, ...item }) => ({
      ...item,
      before: shownText(was, labels),
      after: shownText(is, labels),
    })),
  };
}

interface Side {
  field: FieldConversion['from']['field'];
  value: unknown;
}

/** The first value of an item that can be converted. */
function convertedValue({ id, label, values }: current.SampledItem, conversion: FieldConversion) {
  const { groups, from, to, isBack } = conversion;
  const [was, is] = isBack ? [to, from] : [from, to];
  for (const value of valuesAt(values, { groups, field: from.field })) {
    const converted = convertOne(conversion, value);
    if ('reason' in converted) continue;
    const before: Side = { field: was.field, value };
    const after: Side = { field: is.field, value: converted.value };
    return [{ id, label, before, after }];
  }
  return [];
}

const linksIn = ({ field: { settings }, value }: Side) => {
  const { links, holds, index } = fieldTypeOf(settings.type);
  return links && holds === 'value' && !isEmpty(value)
    ? (index.entries(value as FieldValue, settings).links ?? [])
    : [];
};

/** The labels of linked items, whose ids are unique in their instance. */
async function labelsOf(query: Query, instanceId: number, sides: readonly Side[]): Promise<Map<number, string>> {
  const links = Map.groupBy(
    sides.flatMap((side) => linksIn(side).slice(0, shownLinks)),
    ({ templateId }) => templateId,
  );
  const labels = new Map<number, string>();
  for (const [templateId, linked] of links)
    for (const { id, internal_label } of await listHeadersByIds(query, {
      instanceId,
      templateId,
      ids: linked.map(({ id }) => id),
    }))
      labels.set(id, internal_label);
  return labels;
}

/** How many links of a value are shown by their labels. */
const shownLinks = 100;

function shownText(side: Side, labels: ReadonlyMap<number, string>): string {
  const { field, value } = side;
  const links = linksIn(side);
  if (links.length === 0) return textOf({ field, holdsRows: fieldTypeOf(field.settings.type).holds === 'rows' }, value);
  return shortText(links.map(({ id }) => `${labels.get(id) ?? ''} #${id}`.trim()).join(', '));
}
