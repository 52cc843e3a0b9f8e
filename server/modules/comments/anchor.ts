import { rowNamingField } from '@quartermaster/contract/content/align-rows.ts';
import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { hasFewValues, type RowHashes, rowsAt, type StoredRow } from '@quartermaster/contract/content/row-anchors.ts';
import type { CommentTarget } from '@quartermaster/contract/endpoints/comments.ts';
import { type FieldValue, isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { optionLabels } from '@quartermaster/contract/field-types/options.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { commentLimits } from '@quartermaster/contract/rules/comments.ts';
import { listHeadersByIds } from '../../content/documents/item-repository.ts';
import { findRemovals } from '../../content/documents/value-changes/removals-repository.ts';
import { childrenOf } from '../../content/history/quote-field.ts';
import type { TemplateModel } from '../../content/model/template-model.ts';
import { AppError, invalidField } from '../../core/base/errors.ts';
import { shortened } from '../../core/base/shortened.ts';
import type { Query } from '../../core/database/database.ts';
import type { StoredField } from '../../core/tables/content.ts';
import type { Subject } from './require-target.ts';
import { findRows, groupsAround, storeRows } from './row-anchors.ts';

/** Where in an item or template a thread is, and the value that it is written on. */
export interface Anchor {
  rows: StoredRow[] | null;
  fieldLabel: string;
  quote: string;
}

const labelOf = ({ settings }: StoredField): string => settings.label || settings.name;

/** Where a new thread is; throws 422 for a field or a row that is not there, and 409 if the item was saved since its rows were counted. */
export async function anchorOf(
  query: Query,
  { model, item }: Subject,
  { field_id: fieldId, rows, version }: Pick<CommentTarget, 'field_id' | 'rows'> & { version?: number | undefined },
): Promise<Anchor> {
  if (fieldId === undefined && rows !== undefined) throw invalidField('rows', 'Name the field whose rows these are.');
  if (!model && fieldId !== undefined)
    throw invalidField('field_id', 'A line of this is commented on as a whole: omit the field.');
  if (!model || fieldId === undefined) return { rows: null, fieldLabel: '', quote: '' };
  const field = model.fields.find(({ id }) => id === fieldId);
  if (!field) throw invalidField('field_id', `The template has no field "${fieldId}". Load it again.`);
  const fieldLabel = labelOf(field);
  if (!item) {
    if (rows !== undefined) throw invalidField('rows', 'A template has no rows.');
    return { rows: null, fieldLabel, quote: '' };
  }
  if (version !== undefined && version !== item.version)
    throw new AppError('changed', { message: 'The item was saved since. Load it again, and then comment.' });
  const isRow = rows !== undefined && rows.length > groupsAround(model.fields, fieldId).length;
  const groups = groupsAround(model.fields, fieldId, { isRow });
  const path = rows ?? [];
  const levels = path.length === groups.length ? rowsAt(item.values, groups, path) : undefined;
  if (!levels)
    throw invalidField('rows', `The item has no such row: name one row of ${groups.length} groups, from 0 on.`);
  const inner = levels.at(-1)?.row ?? item.values;
  const text = await (isRow ? nameRow(query, model, field, inner) : quoteValue(query, model, field, inner[fieldId]));
  return {
    rows:
      levels.length > 0
        ? storeRows(levels, (id) => hasFewValues(model.fields.find((one) => one.id === id)?.settings))
        : null,
    fieldLabel,
    quote: shortened(text, commentLimits.quote),
  };
}

/** The indexes that the rows of a thread have in an item now; null if they are not found. */
export function placeRows(
  { model, item }: Subject,
  fieldId: string | null,
  stored: readonly StoredRow[],
  known: RowHashes,
) {
  if (!model || !item || fieldId === null) return null;
  const around = groupsAround(model.fields, fieldId);
  const isRow = stored.length > around.length;
  const field = model.fields.find(({ id }) => id === fieldId);
  if (!field || (isRow && fieldTypeOf(field.settings.type).holds !== 'rows')) return null;
  return findRows(item.values, groupsAround(model.fields, fieldId, { isRow }), stored, known);
}

/** The labels of fields, by id: those of removed ones as well. */
export async function readFieldLabels(
  query: Query,
  model: TemplateModel,
  fieldIds: readonly string[],
): Promise<Map<string, string>> {
  const labels = new Map(model.fields.map((field) => [field.id, labelOf(field)]));
  const removed = fieldIds.filter((id) => !labels.has(id));
  for (const [id, { field }] of await findRemovals(query, model.key, removed)) labels.set(id, labelOf(field));
  return labels;
}

/** A row by the value of its first field, as forms name it. */
function nameRow(query: Query, model: TemplateModel, group: StoredField, row: ItemValues): Promise<string> {
  const field = rowNamingField(childrenOf(model.fields, group.id));
  return field ? quoteValue(query, model, field, row[field.id]) : Promise.resolve('');
}

/** A value as people see it: options by their labels, links by those of their items, texts in the language that is translated. */
async function quoteValue(
  query: Query,
  { instanceId }: TemplateModel,
  { settings }: StoredField,
  value: ItemValues[string] | undefined,
): Promise<string> {
  const type = fieldTypeOf(settings.type);
  if (isEmpty(value) || value === undefined || type.file) return '';
  if (type.holds === 'rows') return `${rowsOf(value).length} rows`;
  if (type.wrongKind(value, settings) !== undefined) return '';
  const entries = [value].flat() as FieldValue[];
  const [templateId] = type.links?.to(settings) ?? [];
  if (templateId !== undefined && type.links?.form !== 'mixed') {
    const ids = entries.flatMap((id) => (typeof id === 'number' ? [id] : []));
    const headers = await listHeadersByIds(query, { instanceId, templateId, ids });
    const labels = new Map(headers.map(({ id, internal_label }) => [id, internal_label]));
    return ids.map((id) => labels.get(id) ?? String(id)).join(', ');
  }
  if (type.localised)
    return String(type.localised.textIn(value as FieldValue, type.localised.source(settings), settings) ?? '');
  return optionLabels(settings, value)?.join(', ') ?? type.format(value as FieldValue, settings);
}
