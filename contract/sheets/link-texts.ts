import type { FieldValue, ItemReference } from '../field-types/field-type.ts';
import { isItemId } from '../field-types/item-link.ts';
import { readReference } from '../field-types/mixed-item-link.ts';
import { type FieldSettings, fieldTypeOf, linkedTemplatesOf } from '../field-types/registry.ts';
import type { SheetLink } from './sheet-row.ts';

/** The key of a linked item as text; undefined if it has none. */
export type KeyOf = (item: ItemReference) => string | undefined;

const idPattern = /^#([1-9]\d{0,9})$/;

/** The id that a text like `#12` names. */
function idIn(text: string): number | undefined {
  const id = Number(idPattern.exec(text.trim())?.[1]);
  return isItemId(id) ? id : undefined;
}

/** A linked item by its key, or else by its id, as `#12`. A key that looks like an id cannot name an item. */
function textOf(item: ItemReference, keyOf: KeyOf): string {
  const key = keyOf(item) ?? '';
  return key.trim() === '' || idPattern.test(key.trim()) ? `#${item.id}` : key;
}

/** The items of a link, in order. */
export function referencesOf(settings: FieldSettings, value: FieldValue | undefined): ItemReference[] {
  const { links } = fieldTypeOf(settings.type);
  const entries = [value ?? []].flat();
  if (links?.form === 'mixed') return entries.flatMap((entry) => readReference(entry) ?? []);
  const [templateId = ''] = linkedTemplatesOf(settings);
  return entries.filter(isItemId).map((id) => ({ templateId, id }));
}

/** The texts of the items of a link, one each. */
export function linkTexts(settings: FieldSettings, value: FieldValue, keyOf: KeyOf): string[] {
  const isMixed = fieldTypeOf(settings.type).links?.form === 'mixed';
  return referencesOf(settings, value).map((item) =>
    isMixed ? `${item.templateId}:${textOf(item, keyOf)}` : textOf(item, keyOf),
  );
}

/** A text of several entries between commas; an entry with a comma, a quote, a line break or outer spaces is quoted. */
export const listText = (entries: readonly string[]): string =>
  entries.map((entry) => (/^\s|[",\r\n]|\s$/.test(entry) ? `"${entry.replaceAll('"', '""')}"` : entry)).join(', ');

type Read<T> = { value: T } | { reason: string };

/** The entries of a text between commas or line breaks: the inverse of {@link listText}. */
function readList(text: string): Read<string[]> {
  const entries: string[] = [];
  const entry = /\s*(?:"((?:[^"]|"")*)"\s*(?=[,\r\n]|$)|([^",\r\n][^,\r\n]*)|)(?:[,\r\n]|$)/y;
  while (entry.lastIndex < text.length) {
    const found = entry.exec(text);
    if (!found) return { reason: 'has a quote that is not closed, or text after a closing quote' };
    const [, quoted, plain] = found;
    if (quoted !== undefined) entries.push(quoted.replaceAll('""', '"'));
    else if (plain !== undefined && plain.trim() !== '') entries.push(plain.trim());
  }
  return { value: entries };
}

/** The links of a cell, or of a value of JSON, in which a number is an id. */
export function readLinks(settings: FieldSettings, value: unknown): Read<SheetLink[]> {
  if (fieldTypeOf(settings.type).links?.form !== 'list') return readEach(settings, [value]);
  if (Array.isArray(value)) return readEach(settings, value);
  if (typeof value !== 'string') return readEach(settings, [value]);
  const entries = readList(value);
  return 'reason' in entries ? entries : readEach(settings, entries.value);
}

function readEach(settings: FieldSettings, entries: readonly unknown[]): Read<SheetLink[]> {
  const isMixed = fieldTypeOf(settings.type).links?.form === 'mixed';
  const links: SheetLink[] = [];
  for (const entry of entries) {
    const link = isMixed ? readMixed(settings, entry) : readLink(settings, entry);
    if ('reason' in link) return link;
    links.push(link.value);
  }
  return { value: links };
}

const wrongLink = { reason: 'should be the key of an item, or its id, such as #12' };

function readLink(settings: FieldSettings, entry: unknown): Read<SheetLink> {
  const [templateId = ''] = linkedTemplatesOf(settings);
  if (isItemId(entry)) return { value: { templateId, id: entry } };
  if (typeof entry !== 'string' || entry.trim() === '') return wrongLink;
  return { value: toLink(templateId, entry) };
}

function toLink(templateId: string, text: string): SheetLink {
  const id = idIn(text);
  return id === undefined ? { templateId, text } : { templateId, id };
}

function readMixed(settings: FieldSettings, entry: unknown): Read<SheetLink> {
  const [, templateId, text] = (typeof entry === 'string' && /^\s*([A-Za-z0-9_]{1,64}):(.*)$/s.exec(entry)) || [];
  if (templateId === undefined || text === undefined || text.trim() === '')
    return { reason: 'should be a template and the key or id of an item, such as hero:#12' };
  const isLinked = linkedTemplatesOf(settings).includes(templateId);
  return isLinked ? { value: toLink(templateId, text) } : { reason: 'should be an item of one of the templates' };
}
