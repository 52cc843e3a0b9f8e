import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import { type FieldValue, isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { markOf } from '@quartermaster/contract/field-types/localised.ts';
import type { Option } from '@quartermaster/contract/field-types/options.ts';
import type { FieldType } from '@quartermaster/contract/field-types/registry.ts';
import { field } from '../support/sample-template.ts';

/** A record of a game's data, or a part of it. */
export type Source = Record<string, unknown>;

/** The id of an item, by its template and name; `null` while it has none. */
export type IdOf = (templateId: string, name: string) => number | null;

/** The name of an item, by its template and id. */
export type NameOf = (templateId: string, id: number) => string;

interface Place {
  id: string;
  name: string;
  parentId: string | null;
}

/** How a part of a game's data is expressed by fields. */
export interface Codec {
  fields: (place: Place) => SaveTemplateField[];
  /** The part without what means nothing: null, and empty texts, lists and objects; undefined if nothing is left. */
  pick: (source: unknown) => unknown;
  /** The values of the fields, in the level of the first field, which has the id. */
  write: (source: unknown, id: string, idOf: IdOf) => ItemValues;
  /** The part as it was picked, from the exported value of the field. */
  read: (exported: unknown, nameOf: NameOf) => unknown;
}

/** Codecs by the names of fields, which are the names in the data. */
export type Codecs = Record<string, Codec>;

interface Conversion {
  to: (source: never, idOf: IdOf) => FieldValue;
  from: (exported: never, nameOf: NameOf) => unknown;
}

const asIs: Conversion = { to: (source) => source, from: (exported) => exported };

/** A field that holds a value. */
export const leaf = (type: FieldType, settings: Source = {}, { to, from }: Conversion = asIs): Codec => ({
  fields: ({ id, name, parentId }) => [field(id, type, { ...settings, name, parentId })],
  pick: (source) => (isEmpty(source) ? undefined : source),
  write: (source, id, idOf) => {
    if (source === undefined) return {};
    const value = to(source as never, idOf);
    return value === null ? {} : { [id]: value };
  },
  read: (exported, nameOf) => (isEmpty(exported) ? undefined : from(exported as never, nameOf)),
});

/** The optional settings of a field, such as its unit. */
type More = Source;

export const text = (more?: More): Codec => leaf('text', more);
export const longText = (more?: More): Codec => leaf('long-text', more);
export const integer = (more?: More): Codec => leaf('integer', more);
export const float = (more?: More): Codec => leaf('float', more);
export const weight = (more?: More): Codec => leaf('weight', more);
export const boolean = (): Codec => leaf('boolean');
export const texts = (): Codec => leaf('text-list');
export const numbers = (): Codec => leaf('number-list');

/** A day, which is stored as its first moment in UTC; `0000-00-00` means nothing. */
export const day = (): Codec => ({
  ...leaf(
    'date-time',
    {},
    { to: (source) => `${source}T00:00:00Z`, from: (exported: string) => exported.slice(0, 10) },
  ),
  pick: (source) => (isEmpty(source) || source === '0000-00-00' ? undefined : source),
});

/** The language of the texts that the others are translated from. */
const sourceLanguage = 'en';

/** A text by language, with all its translations made from the present source. */
export const localised = (): Codec =>
  leaf(
    'localised-text',
    { source: sourceLanguage },
    {
      to: (source: Record<string, string>) => {
        const from = markOf(source[sourceLanguage] ?? '');
        return Object.fromEntries(
          Object.entries(source).map(([language, one]) => [
            language,
            { text: one, ...(language !== sourceLanguage && { from }) },
          ]),
        );
      },
      from: (exported) => exported,
    },
  );

/** One of the texts. */
export const choice = (labels: readonly string[]): Codec => {
  const { options, idOf, labelOf } = optionsOf(labels);
  return leaf('choice', { options }, { to: idOf, from: labelOf });
};

/** Any number of the texts, each once. */
export const choices = (labels: readonly string[]): Codec => {
  const { options, idOf, labelOf } = optionsOf(labels);
  const conversion: Conversion = {
    to: (source: string[]) => source.map(idOf),
    from: (exported: string[]) => exported.map(labelOf),
  };
  return leaf('choices', { options }, conversion);
};

/** Options with these labels, whose ids are made of them. */
function optionsOf(labels: readonly string[]) {
  const ids = new Map<string, string>();
  for (const label of labels) {
    const slug = label.toLowerCase().replaceAll(/[^a-z0-9_-]+/g, '-') || '-';
    const taken = new Set(ids.values());
    const id = [slug, ...labels.map((_, place) => `${slug}-${place + 2}`)].find((one) => !taken.has(one));
    ids.set(label, id ?? slug);
  }
  const names = new Map([...ids].map(([label, id]) => [id, label]));
  const options: Option[] = [...ids].map(([label, id]) => ({ id, label }));
  const idOf = (label: string) => ids.get(label) ?? label;
  return { options, idOf, labelOf: (id: string) => names.get(id) };
}

/** A link to the item of a template that has this name. */
export const link = (templateId: string): Codec =>
  leaf(
    'item-link',
    { templateId },
    { to: (source, idOf) => idOf(templateId, source), from: (exported, nameOf) => nameOf(templateId, exported) },
  );

/** Links to the items of a template that have these names. */
export const links = (templateId: string): Codec =>
  leaf(
    'item-link-list',
    { templateId },
    {
      to: (source: string[], idOf) => {
        const ids = source.map((name) => idOf(templateId, name));
        return ids.every((id) => id !== null) ? ids : null;
      },
      from: (exported: number[], nameOf) => exported.map((id) => nameOf(templateId, id)),
    },
  );

/** An item of one of several templates, by template and name. */
interface Reference {
  template: string;
  name: string;
}

/** A link to a {@link Reference}. */
export const linkToOneOf = (...templateIds: string[]): Codec =>
  leaf(
    'mixed-item-link',
    { templateIds },
    {
      to: ({ template, name }: Reference, idOf) => {
        const id = idOf(template, name);
        return id === null ? null : `${template}:${id}`;
      },
      from: ({ template, id }: { template: string; id: number }, nameOf) => ({ template, name: nameOf(template, id) }),
    },
  );

/** Related fields. */
export const group = (codecs: Codecs): Codec => {
  const content = members(codecs);
  return {
    fields: ({ id, name, parentId }) => [
      field(id, 'group', { name, parentId }),
      ...content.fields((inner) => `${id}_${inner}`, id),
    ],
    pick: (source) => nonEmpty(content.pick(source as Source)),
    write: (source, id, idOf) => content.write(source as Source, (inner) => `${id}_${inner}`, idOf),
    read: (exported, nameOf) => nonEmpty(content.read(exported as Source, nameOf)),
  };
};

/** Fields that repeat. */
export const rows = (codecs: Codecs): Codec => {
  const content = members(codecs);
  return {
    fields: ({ id, name, parentId }) => [
      field(id, 'dynamic-group', { name, parentId }),
      ...content.fields((inner) => `${id}_${inner}`, id),
    ],
    pick: (source) => someOf(((source ?? []) as Source[]).map((row) => content.pick(row))),
    write: (source, id, idOf) =>
      source === undefined
        ? {}
        : { [id]: (source as Source[]).map((row) => content.write(row, (inner) => `${id}_${inner}`, idOf)) },
    read: (exported, nameOf) => someOf((exported as Source[]).map((row) => content.read(row, nameOf))),
  };
};

/** The list, if it has entries. */
export const someOf = <T>(list: T[]): T[] | undefined => (list.length === 0 ? undefined : list);
const nonEmpty = (source: Source): Source | undefined => (Object.keys(source).length === 0 ? undefined : source);

/** The fields of a template, a group or a row, and what they hold. */
export function members(codecs: Codecs) {
  const all = Object.entries(codecs);
  const collect = (part: (name: string, codec: Codec) => unknown): Source =>
    Object.fromEntries(
      all.flatMap(([name, codec]) => {
        const value = part(name, codec);
        return value === undefined ? [] : [[name, value]];
      }),
    );
  return {
    fields: (idOf: (name: string) => string, parentId: string | null): SaveTemplateField[] =>
      all.flatMap(([name, codec]) => codec.fields({ id: idOf(name), name, parentId })),
    /** Throws for a part of the source that has no field, which would be lost. */
    pick: (source: Source | null | undefined): Source => {
      for (const [name, value] of Object.entries(source ?? {}))
        if (!isEmpty(value) && !(name in codecs)) throw new Error(`No field holds ${name}: ${JSON.stringify(value)}`);
      return collect((name, codec) => codec.pick(source?.[name]));
    },
    write: (source: Source | undefined, idOf: (name: string) => string, items: IdOf): ItemValues =>
      Object.assign({}, ...all.map(([name, codec]) => codec.write(source?.[name], idOf(name), items))),
    read: (exported: Source, nameOf: NameOf): Source => collect((name, codec) => codec.read(exported[name], nameOf)),
  };
}
