import { systemColumns } from '@quartermaster/contract/sheets/system-columns.ts';
import { type LocalItem, readItems } from './folder.ts';
import { contentOf, differingFields } from './item-files.ts';
import { templatePath } from './paths.ts';
import type { RemoteItem, RemoteSchema, RemoteTemplate } from './remote-content.ts';
import { differingEntries, readTemplateFile, type SchemaContent, type SchemaFile } from './schema-files.ts';

/** How a folder differs from the server in one file. */
export interface Difference {
  path: string;
  kind: 'differs' | 'only here' | 'only on the server';
  /** Of a file that differs: the fields of an item or a template, or the entries of the menu. */
  fields?: string[];
}

/** The local items whose content differs from the server's, or that the server does not have. */
export function changedItems(
  local: readonly LocalItem[],
  template: RemoteTemplate,
): { item: LocalItem; remote?: RemoteItem }[] {
  const remotes = matching(template);
  return local.flatMap((localItem) => {
    const item = { ...localItem, record: template.named(localItem.record) };
    const remote = remotes(item);
    if (remote === undefined) return [{ item }];
    return contentOf({ ...item.record, [systemColumns.id]: remote.id }) === contentOf(remote.record)
      ? []
      : [{ item, remote }];
  });
}

/** Finds the item that a file is about: by its id, otherwise by its key. */
function matching({ items, keyColumn }: RemoteTemplate): (local: LocalItem) => RemoteItem | undefined {
  const byKey = new Map(
    keyColumn === undefined ? [] : [...items.values()].map((item) => [item.record[keyColumn], item] as const),
  );
  return ({ id, record }) => {
    if (id !== undefined) return items.get(id);
    return keyColumn === undefined ? undefined : byKey.get(record[keyColumn]);
  };
}

/** All differences of a template and its items. */
export function differencesOf(folder: string, template: RemoteTemplate): Difference[] {
  const remotes = matching(template);
  const local = readItems(folder, template.id).map((item) => ({ ...item, record: template.named(item.record) }));
  const here = new Set(local.map((item) => remotes(item)?.id));
  const missing = [...template.items.values()].filter(({ id }) => !here.has(id));
  return [
    ...differenceOfSchema(template, readTemplateFile(folder, template.id)),
    ...changedItems(local, template).map(
      ({ item, remote }): Difference =>
        remote
          ? { path: item.path, kind: 'differs', fields: differingFields(remote.record, item.record) }
          : { path: item.path, kind: 'only here' },
    ),
    ...missing.map(({ path }): Difference => ({ path, kind: 'only on the server' })),
  ];
}

/** The difference of a template's or the menu's file, if there is one. */
export function differenceOfSchema<Content extends SchemaContent>(
  remote: RemoteSchema<Content>,
  local: SchemaFile<Content> | undefined,
): Difference[] {
  const { path, content } = remote;
  if (local === undefined) return [{ path, kind: 'only on the server' }];
  const fields = differingEntries(content, local.content);
  return fields.length === 0 ? [] : [{ path, kind: 'differs', fields }];
}

/** The files of a template that the server does not have. */
export const newFiles = (folder: string, templateId: string): Difference[] =>
  [templatePath(templateId), ...readItems(folder, templateId).map(({ path }) => path)].map((path) => ({
    path,
    kind: 'only here',
  }));
