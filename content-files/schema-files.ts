import type { MenuNode } from '@quartermaster/contract/endpoints/menu.ts';
import type { SaveTemplateField, Template } from '@quartermaster/contract/endpoints/templates.ts';
import { hashOf } from './folder.ts';
import { fileText } from './item-files.ts';
import { checkTemplateId, listNames, menuPath, templateOfPath, templatePath, templatesFolder } from './paths.ts';
import { parseObject, readText } from './read-file.ts';
import { ContentUsageError } from './usage-error.ts';

/** A field of a template's file. */
export interface FileField extends Pick<SaveTemplateField, 'id' | 'order' | 'settings'> {
  parent: string | null;
}

/** What the file of a template has, fields by id. */
export interface TemplateContent {
  id: string;
  label: string;
  fields: FileField[];
}

/** What the file of the menu has, groups and links by id. */
export interface MenuContent {
  menu: MenuNode[];
}

export type SchemaContent = TemplateContent | MenuContent;

/** A template's or the menu's file in the folder. */
export interface SchemaFile<Content extends SchemaContent> {
  path: string;
  content: Content;
  /** The hash of the server's content that it was edited from; undefined if the server had none. */
  base: string | undefined;
}

const byId = <Entry extends { id: string }>(entries: readonly Entry[]): Entry[] =>
  entries.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** What of a template a file has. */
export const templateContent = ({ id, header, fields }: Template): TemplateContent => ({
  id,
  label: header.label,
  fields: byId(
    fields.map(({ id: field, parentId, order, settings }) => ({ id: field, parent: parentId, order, settings })),
  ),
});

export const menuContent = (nodes: readonly MenuNode[]): MenuContent => ({ menu: byId(nodes) });

/** Equal content has equal hashes, whatever the order in the file. */
export const contentHash = (content: SchemaContent): string => hashOf(fileText(content));

/** The text of a file. Its `base` tells on any machine whether it was edited, and whether others have changed the same content since. */
export const schemaText = (content: SchemaContent): string => fileText({ ...content, base: contentHash(content) });

/** True if a file was edited since it was pulled, on this machine or another one. */
export const isEdited = ({ content, base }: SchemaFile<SchemaContent>): boolean => contentHash(content) !== base;

/** True for the path of a template's or the menu's file that was not edited. A file that cannot be read counts as edited. */
export function isUnedited(folder: string, path: string): boolean {
  const templateId = templateOfPath(path);
  const isSchema = templateId === undefined ? path === menuPath : path === templatePath(templateId);
  if (!isSchema) return false;
  try {
    const file = templateId === undefined ? readMenuFile(folder) : readTemplateFile(folder, templateId);
    return file !== undefined && !isEdited(file);
  } catch (error) {
    if (error instanceof ContentUsageError) return false;
    throw error;
  }
}

/** The ids of the templates that have a file in the folder. */
export function localTemplateIds(folder: string): string[] {
  const names = listNames(folder, templatesFolder).filter((name) => name.endsWith('.json'));
  return names.map((name) => checkTemplateId(name.slice(0, -'.json'.length))).toSorted();
}

/** The file of a template; undefined if there is none. */
export function readTemplateFile(folder: string, templateId: string): SchemaFile<TemplateContent> | undefined {
  const path = templatePath(templateId);
  const file = readFile(folder, path, 'fields');
  if (file === undefined) return undefined;
  if (file.id !== templateId) throw new ContentUsageError(`The "id" of ${path} has to be ${templateId}.`);
  const fields = file.entries.map((field) => toField(path, field));
  const label = typeof file.label === 'string' ? file.label : '';
  return { path, base: file.base, content: { id: templateId, label, fields: byId(fields) } };
}

/** A field as files have it. What a save can do besides, such as converting values, is done where its result is shown before. */
function toField(path: string, field: { id: string }): FileField {
  const { id, order, settings, parent, ...others } = field as FileField & Record<string, unknown>;
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw new ContentUsageError(`${path}: the field ${id} has "${other}", which files do not have.`);
  return { id, order, settings, parent: parent ?? null };
}

/** The file of the menu; undefined if there is none. */
export function readMenuFile(folder: string): SchemaFile<MenuContent> | undefined {
  const file = readFile(folder, menuPath, 'menu');
  return file && { path: menuPath, base: file.base, content: { menu: byId(file.entries as MenuNode[]) } };
}

/** A file with a list of entries that have ids; the server checks what else is in them. */
function readFile(folder: string, path: string, list: string) {
  const text = readText(folder, path);
  if (text === undefined) return undefined;
  const { [list]: entries, id, label, base } = parseObject(path, text);
  if (!Array.isArray(entries) || !entries.every(hasId))
    throw new ContentUsageError(`${path} needs "${list}", a list in which each entry has an "id".`);
  return { id, label, entries: entries as { id: string }[], base: typeof base === 'string' ? base : undefined };
}

const hasId = (entry: unknown): entry is { id: string } =>
  typeof entry === 'object' && entry !== null && 'id' in entry && typeof entry.id === 'string';

/** The entries in which two contents differ: fields by name, those of the menu by id; the label of a template is one, too. */
export function differingEntries(before: SchemaContent | undefined, after: SchemaContent): string[] {
  const [was, is] = [partsOf(before), partsOf(after)];
  const ids = [...new Set([...was.keys(), ...is.keys()])];
  return ids.filter((id) => was.get(id) !== is.get(id)).map(fieldNames(before, after));
}

/** Names a field by its name, after those of the groups around it; the later contents count. What is no field keeps its id. */
export function fieldNames(...contents: readonly (SchemaContent | undefined)[]): (id: string) => string {
  const fields = new Map(
    contents.flatMap((content) =>
      content && 'fields' in content ? content.fields.map((field) => [field.id, field] as const) : [],
    ),
  );
  const namesOf = (id: string, inner: readonly string[]): string[] => {
    const field = fields.get(id);
    // Nothing has checked the file: a field can have no settings, or be in itself.
    if (field === undefined || inner.includes(id)) return [];
    const { name = id } = { ...field.settings };
    return [...(field.parent === null ? [] : namesOf(field.parent, [...inner, id])), name];
  };
  return (id) => namesOf(id, []).join('.') || id;
}

function partsOf(content: SchemaContent | undefined): Map<string, string> {
  if (content === undefined) return new Map();
  const entries = 'menu' in content ? content.menu : content.fields;
  const parts = entries.map((entry): [string, string] => [entry.id, fileText(entry)]);
  return new Map('label' in content ? [['label of the template', content.label], ...parts] : parts);
}
