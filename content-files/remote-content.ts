import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { type Template, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { renameRecord } from '@quartermaster/contract/sheets/rename-record.ts';
import { columnOf, keyFieldOf } from '@quartermaster/contract/sheets/system-columns.ts';
import { fileNames, fileText, type ItemRecord, idOf } from './item-files.ts';
import { checkTemplateId, itemsFolder, menuPath, templatePath } from './paths.ts';
import {
  type MenuContent,
  menuContent,
  type SchemaContent,
  schemaText,
  type TemplateContent,
  templateContent,
} from './schema-files.ts';
import type { ServerCalls } from './server-calls.ts';
import { ContentUsageError } from './usage-error.ts';

/** A file as the server's content makes it; paths have `/` and are relative to the folder. */
export interface RemoteFile {
  path: string;
  text: string;
}

/** An item on the server, as a file. */
export interface RemoteItem extends RemoteFile {
  id: number;
  record: ItemRecord;
}

/** A template or the menu on the server, as a file. */
export interface RemoteSchema<Content extends SchemaContent> extends RemoteFile {
  content: Content;
  /** The version of it that a save names. */
  version: Content extends TemplateContent ? number : string;
}

/** A template on the server with its items, by id. */
export interface RemoteTemplate extends RemoteSchema<TemplateContent> {
  id: string;
  /** The column whose values name the items; undefined if the template has no key field. */
  keyColumn: string | undefined;
  /** A record of a file with the names that its fields have now; it can have their ids, too. */
  named: (record: ItemRecord) => ItemRecord;
  items: ReadonlyMap<number, RemoteItem>;
}

/** Where to read. */
export interface Source {
  calls: ServerCalls;
  instanceId: number;
}

function schemaOf(template: Template): RemoteSchema<TemplateContent> {
  const content = templateContent(template);
  return { path: templatePath(template.id), content, text: schemaText(content), version: template.header.version };
}

/** A template on the server without its items. */
export const readSchema = async ({ calls, instanceId }: Source, templateId: string) =>
  schemaOf(await calls.call(templates.get, { params: { instanceId, templateId } }));

/**
 * The ids of the server's templates whose items can be files, sorted; the requested ones, or all if none is named. Images are none. A requested one
 * that is neither on the server nor among those of the folder is an error.
 */
export async function templateIds(
  { calls, instanceId }: Source,
  requested: readonly string[],
  local: readonly string[] = [],
): Promise<string[]> {
  const answer = await calls.call(templates.list, { params: { instanceId } });
  const ids = answer.templates.map(({ id }) => checkTemplateId(id)).filter((id) => id !== imageTemplate.id);
  const missing = requested.filter((id) => !ids.includes(id) && !local.includes(id));
  if (missing.length > 0) throw new ContentUsageError(`The instance has no template ${missing.join(', ')}.`);
  return ids.filter((id) => requested.length === 0 || requested.includes(id)).toSorted();
}

/** The number of items that one call reads by their ids. */
export const idsPerRead = contentLimits.bulkItems;

/** A template with all of its items, or with those of some ids, at most {@link idsPerRead}; those are named as if they were alone. */
export async function readTemplate(
  { calls, instanceId }: Source,
  templateId: string,
  ids?: readonly number[],
): Promise<RemoteTemplate> {
  const params = { instanceId, templateId };
  const template = await calls.call(templates.get, { params });
  const tree = buildTree(template.fields);
  const keyField = keyFieldOf(tree);
  const keyColumn = keyField && columnOf(tree, keyField.id);
  const records: { id: number; key: string | undefined; record: ItemRecord }[] = [];
  const chosen = ids ? { ids: [...ids] } : { filters: [] };
  const lines =
    ids?.length === 0 ? [] : calls.lines(items.export, { params, body: { format: 'json-lines', ...chosen } });
  for await (const line of lines) {
    const record: ItemRecord = JSON.parse(line);
    const id = idOf(record);
    if (id === undefined || !Number.isSafeInteger(id) || id < 1)
      throw new Error(`The server wrote an item of ${templateId} without its id.`);
    const key = keyColumn === undefined ? undefined : record[keyColumn];
    records.push({ id, key: key === undefined || key === null ? undefined : String(key), record });
  }
  const names = fileNames(records);
  const remote = records.map(({ id, record }): [number, RemoteItem] => {
    const path = `${itemsFolder(templateId)}/${names.get(id) ?? id}.json`;
    return [id, { id, record, path, text: fileText(record) }];
  });
  return {
    id: templateId,
    ...schemaOf(template),
    keyColumn,
    named: (record) => renameRecord(tree, record, { to: 'names' }),
    items: new Map(remote),
  };
}

/** The menu on the server, as a file, with the version of it that a save names. */
export async function readMenu({ calls, instanceId }: Source): Promise<RemoteSchema<MenuContent>> {
  const answer = await calls.call(menu.list, { params: { instanceId } });
  const content = menuContent(answer.menu);
  return { path: menuPath, content, text: schemaText(content), version: answer.version };
}
