import type { ItemValues } from '@quartermaster/contract/item-fields.ts';
import { rowsOf } from '@quartermaster/contract/item-fields.ts';
import { checkTemplate, reservedTemplateSentence } from '@quartermaster/contract/rules/template.ts';
import { imageTemplate, type SaveTemplateField } from '@quartermaster/contract/templates.ts';
import type { Db, Query } from '../../core/database.ts';
import type { Deps } from '../../core/deps.ts';
import { AppError } from '../../core/errors.ts';
import { type TemplateModel, templateModel } from '../../core/template-model.ts';
import { findLinksToTemplate } from '../items/repository.ts';
import { appendMenuLink, relabelMenuLinks, removeMenuLinks } from '../menu/repository.ts';
import { imageFields } from './image-template.ts';
import * as itemValues from './item-values-repository.ts';
import * as repository from './repository.ts';
import { checkValueStays, compareFields, type TemplateChanges } from './template-changes.ts';

/** What a save says. */
export interface SaveTemplate {
  id: string;
  label: string;
  version: number;
  fields: SaveTemplateField[];
}

/** Who saves or deletes, and where. */
export interface Editor {
  accountId: number;
  instanceId: number;
}

type Needs = Pick<Deps, 'database' | 'clock'>;

/** Makes the reserved template of an instance where it is missing. */
export async function ensureImageTemplate(tx: Db, instanceId: number): Promise<void> {
  const { id, label } = imageTemplate;
  const at = new Date(imageFields[0]?.created_at ?? 0);
  const key = await repository.insertTemplate(tx, {
    instanceId,
    id,
    label,
    version: 1,
    fields: imageFields,
    nextFieldKey: imageFields.length + 1,
    createdAt: at,
    updatedAt: at,
  });
  if (key !== undefined) await appendMenuLink(tx, instanceId, id, label);
}

/** Creates a template or saves the next version of it; 409 where the version has moved on, 422 for what items' values forbid. */
export function saveTemplate(
  { database, clock }: Needs,
  editor: Editor,
  body: SaveTemplate,
): Promise<{ id: string; version: number }> {
  if (body.id === imageTemplate.id) throw new AppError('forbidden', { message: reservedTemplateSentence });
  refuse(checkTemplate(body));
  return database.transaction(async (tx, query) => {
    const at = clock.now();
    await checkLinkedTemplates(query, editor.instanceId, body);
    const current = await repository.lockTemplate(tx, editor.instanceId, body.id);
    if (!current) return createTemplate(tx, editor, body, at);
    if (body.version === 0) throw new AppError('taken', { fields: { id: 'Template ID must be unique' } });
    if (body.version !== current.version) {
      throw new AppError('version', {
        details: { version: current.version, template: repository.toTemplate(current) },
      });
    }
    const model = templateModel(current);
    const changes = compareFields(model, body.fields, current.nextFieldKey, at);
    if (changes.isUnchanged && current.label === body.label) return { id: body.id, version: current.version };
    await checkItems(query, model, changes);
    if (changes.removed.length > 0)
      await itemValues.removeValues(query, model.key, changes.removed, editor.accountId, at);
    const { fields, nextFieldKey } = changes;
    const version = current.version + 1;
    await repository.updateTemplate(tx, model.key, { label: body.label, version, fields, nextFieldKey, updatedAt: at });
    await relabelMenuLinks(tx, editor.instanceId, body.id, current.label, body.label);
    await keepRevision(tx, editor, { ...current, label: body.label, version, fields }, 'update', at);
    return { id: body.id, version };
  });
}

async function createTemplate(
  tx: Db,
  editor: Editor,
  body: SaveTemplate,
  at: Date,
): Promise<{ id: string; version: number }> {
  if (body.version !== 0) throw new AppError('not_found');
  const { id, label } = body;
  const { instanceId } = editor;
  const { fields, nextFieldKey } = compareFields(undefined, body.fields, 1, at);
  const key = await repository.insertTemplate(tx, {
    instanceId,
    id,
    label,
    version: 1,
    fields,
    nextFieldKey,
    createdAt: at,
    updatedAt: at,
  });
  if (key === undefined) throw new AppError('taken', { fields: { id: 'Template ID must be unique' } });
  await appendMenuLink(tx, instanceId, id, label);
  await keepRevision(tx, editor, { key, id, label, version: 1, fields }, 'create', at);
  return { id, version: 1 };
}

/** Deletes a template with its items; 409 with the places where fields or items of other templates link to it. */
export function deleteTemplate({ database, clock }: Needs, editor: Editor, templateId: string): Promise<void> {
  if (templateId === imageTemplate.id) throw new AppError('forbidden', { message: reservedTemplateSentence });
  return database.transaction(async (tx, query) => {
    const current = await repository.lockTemplate(tx, editor.instanceId, templateId);
    if (!current) throw new AppError('not_found');
    await itemValues.lockItems(query, current.key);
    const fields = await repository.listFieldsLinkingTo(query, editor.instanceId, templateId);
    const { places, count } = await findLinksToTemplate(query, editor.instanceId, current.key);
    if (fields.length + count > 0) {
      const all = [...fields.map((field) => ({ ...field, id: null })), ...places];
      throw new AppError('linked', { details: { places: all, count: fields.length + count } });
    }
    const at = clock.now();
    await itemValues.deleteItems(query, current.key, editor.accountId, at);
    await repository.deleteTemplate(tx, current.key);
    await removeMenuLinks(tx, editor.instanceId, templateId);
    await keepRevision(tx, editor, { ...current, version: current.version + 1 }, 'delete', at);
  });
}

type Kept = Pick<Parameters<typeof repository.insertTemplate>[1], 'id' | 'label' | 'version' | 'fields'> & {
  key: number;
};

const keepRevision = (
  tx: Db,
  { accountId, instanceId }: Editor,
  { key, id, label, version, fields }: Kept,
  action: 'create' | 'update' | 'delete',
  at: Date,
) =>
  repository.insertTemplateRevision(tx, {
    instanceId,
    templateKey: key,
    templateId: id,
    version,
    action,
    label,
    fields,
    accountId,
    at,
  });

async function checkLinkedTemplates(query: Query, instanceId: number, { id, fields }: SaveTemplate): Promise<void> {
  const linked = new Set(fields.flatMap(({ settings }) => ('templateId' in settings ? settings.templateId : [])));
  linked.delete(id);
  if (linked.size === 0) return;
  const present = await repository.listExistingIds(query, instanceId, [...linked]);
  present.add(id);
  const missing = fields.flatMap(({ settings }, index) =>
    'templateId' in settings && !present.has(settings.templateId)
      ? [[`fields.${index}.settings.templateId`, 'there is no such template']]
      : [],
  );
  refuse(Object.fromEntries(missing));
}

/** How many items whose values forbid a change are named. */
const namedItems = 50;
const batch = 1000;

/** Reads the items, where the change is one that their values can forbid, and refuses it with those that do. */
async function checkItems(
  query: Query,
  model: TemplateModel,
  { tightened, displaced }: TemplateChanges,
): Promise<void> {
  const suspects = [
    ...tightened.map((change) => ({
      path: `fields.${change.index}.settings`,
      slot: change.before,
      check: (value: unknown) => checkValueStays(change, value),
    })),
    ...displaced.map(({ index, before }) => ({
      path: `fields.${index}.parentId`,
      slot: before,
      check: () => 'would be lost, as rows cannot be made of single values or the other way',
    })),
  ];
  if (suspects.length === 0) return;
  const wrong: Record<string, string> = {};
  const items: { id: number; label: string; field: string; reason: string }[] = [];
  let count = 0;
  for (let after = 0; ; ) {
    const rows = await itemValues.listValuesAfter(query, model.key, after, batch);
    for (const { id, label, values } of rows) {
      for (const { path, slot, check } of suspects) {
        const reason = valuesAt(values, [...slot.groups], slot.field.id)
          .map(check)
          .find((found) => found !== undefined);
        if (reason === undefined) continue;
        count += 1;
        wrong[path] ??= `${slot.field.settings.name} of item ${id} ${reason}`;
        if (items.length < namedItems) items.push({ id, label, field: slot.field.id, reason });
      }
      after = id;
    }
    if (rows.length < batch) break;
  }
  if (count > 0) throw new AppError('invalid', { fields: wrong, details: { items, count } });
}

function valuesAt(values: ItemValues, [group, ...inner]: string[], fieldId: string): unknown[] {
  if (group !== undefined) return rowsOf(values[group]).flatMap((row) => valuesAt(row, inner, fieldId));
  return values[fieldId] === undefined ? [] : [values[fieldId]];
}

function refuse(fields: Record<string, string>): void {
  if (Object.keys(fields).length > 0) throw new AppError('invalid', { fields });
}
