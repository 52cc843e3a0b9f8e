import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import type { FieldType } from '@quartermaster/contract/field-types/registry.ts';
import { inOrder } from '../support/sample-template.ts';
import { type Codecs, type IdOf, members, type NameOf, type Source } from './codec.ts';

/** The field types that there were when the games were first expressed. */
export const firstTypes: readonly FieldType[] = [
  'text',
  'integer',
  'float',
  'boolean',
  'item-link',
  'item-link-list',
  'group',
  'dynamic-group',
];

/** A place of a game's data that the first types could not express. */
export interface Place {
  template: string;
  /** The names of the field and the groups around it. */
  path: string;
  /** What it had to be. */
  was: string;
  is: FieldType;
}

/** A kind of records, and the fields that hold them. */
export interface GameTemplate {
  id: string;
  fields: readonly SaveTemplateField[];
  /** The records by their names, by which others refer to them; without what means nothing. */
  records: ReadonlyMap<string, Source>;
  write: (record: Source, idOf: IdOf) => ItemValues;
  read: (exported: Source, nameOf: NameOf) => Source;
}

export interface Game {
  name: string;
  templates: readonly GameTemplate[];
  places: readonly Place[];
}

/** Declares a template. `name` is the property that names a record. */
export function template(
  id: string,
  { name, codecs, records }: { name: string; codecs: Codecs; records: readonly Source[] },
): GameTemplate {
  const content = members(codecs);
  const idOf = (field: string) => field;
  const named = new Map<string, Source>();
  for (const record of records) {
    const key = String(record[name]);
    if (named.has(key)) throw new Error(`Two records of ${id} have the name ${key}.`);
    named.set(key, content.pick(record));
  }
  return {
    id,
    fields: inOrder(content.fields(idOf, null)),
    records: named,
    write: (record, items) => content.write(record, idOf, items),
    read: (exported, nameOf) => content.read(exported, nameOf),
  };
}

/** Reads a table of places: one per line, `template path: what it was -> type`. */
export const placesOf = (table: string): Place[] =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const found = /^\s*(\w+) ([\w.-]+): (.+) -> ([a-z-]+)\s*$/.exec(line);
      if (!found) throw new Error(`Not a place: ${line}`);
      const [, id = '', path = '', was = '', is = ''] = found;
      return { template: id, path, was, is: is as FieldType };
    });

/** The field at a path of names. */
export function fieldAt<F extends Pick<SaveTemplateField, 'id' | 'parentId' | 'settings'>>(
  fields: readonly F[],
  path: string,
): F | undefined {
  let found: F | undefined;
  for (const name of path.split('.')) {
    const parentId: string | null = found?.id ?? null;
    found = fields.find((field) => field.parentId === parentId && field.settings.name === name);
    if (!found) return undefined;
  }
  return found;
}

/** The path of a field by names. */
export function pathOf(
  fields: readonly Pick<SaveTemplateField, 'id' | 'parentId' | 'settings'>[],
  id: string | null,
): string {
  const found = fields.find((field) => field.id === id);
  if (!found) return '';
  const around = pathOf(fields, found.parentId);
  return around === '' ? found.settings.name : `${around}.${found.settings.name}`;
}

/** The names of records by template: as many of each, evenly, and those that they link to, directly or not. */
export function sampleOf({ templates }: Game, count: number): Map<string, string[]> {
  return withLinked(
    templates,
    templates.flatMap(({ id, records }) => {
      const names = [...records.keys()];
      const step = Math.max(1, names.length / count);
      return Array.from({ length: Math.min(count, names.length) }, (_, index): [string, string] => [
        id,
        names[Math.floor(index * step)] ?? '',
      ]);
    }),
  );
}

/** The names of these records by template, and of those that they link to, directly or not. */
export function withLinked(
  templates: readonly GameTemplate[],
  records: readonly [templateId: string, name: string][],
): Map<string, string[]> {
  const sample = new Map(templates.map(({ id }) => [id, new Set<string>()]));
  const byId = new Map(templates.map((one) => [one.id, one]));
  const open = [...records];
  for (let next = open.pop(); next; next = open.pop()) {
    const [id, name] = next;
    const record = byId.get(id)?.records.get(name);
    if (!record) throw new Error(`There is no ${id} ${name}`);
    if (sample.get(id)?.has(name)) continue;
    sample.get(id)?.add(name);
    byId.get(id)?.write(record, (templateId, linked) => {
      open.push([templateId, linked]);
      return null;
    });
  }
  return new Map([...sample].map(([id, names]) => [id, [...names]]));
}
