import { boolean } from './boolean.ts';
import { choice } from './choice.ts';
import { choices } from './choices.ts';
import { computedBoolean, computedNumber, computedText } from './computed.ts';
import { dateTime } from './date-time.ts';
import { dynamicGroup, dynamicGroupRow } from './dynamic-group.ts';
import type { FieldTypeContract } from './field-type.ts';
import { float } from './float.ts';
import { group } from './group.ts';
import { image } from './image.ts';
import { integer } from './integer.ts';
import { itemLink } from './item-link.ts';
import { itemLinkList } from './item-link-list.ts';
import { localisedText } from './localised-text.ts';
import { longText } from './long-text.ts';
import { mixedItemLink } from './mixed-item-link.ts';
import { numberList } from './number-list.ts';
import { rowType as shapeOfRow } from './row-type.ts';
import { shape } from './shape.ts';
import { text } from './text.ts';
import { textList } from './text-list.ts';
import { weight } from './weight.ts';

/** Every field type by its API name, in palette order. */
export const fieldTypes = {
  text,
  'long-text': longText,
  'localised-text': localisedText,
  integer,
  float,
  weight,
  boolean,
  choice,
  choices,
  'date-time': dateTime,
  'text-list': textList,
  'number-list': numberList,
  'computed-number': computedNumber,
  'computed-text': computedText,
  'computed-boolean': computedBoolean,
  'item-link': itemLink,
  'item-link-list': itemLinkList,
  'mixed-item-link': mixedItemLink,
  group,
  'dynamic-group': dynamicGroup,
  'dynamic-group-row': dynamicGroupRow,
  shape,
  'row-type': shapeOfRow,
  image,
};

/** The API name of a field type. */
export type FieldType = keyof typeof fieldTypes;

/** The settings of one field type, without the type's name. */
export type SettingsOf<T extends FieldType> = (typeof fieldTypes)[T] extends FieldTypeContract<infer S> ? S : never;

/** Settings as stored in a template: those of the type, plus the type's name. */
export type FieldSettings = { [T in FieldType]: { type: T } & SettingsOf<T> }[FieldType];

/** The contract of a type that is known only at runtime; `settings` must be of that same type. */
// The registry's members differ in their settings; a caller that looks one up by `settings.type` passes those very
// settings.
export const fieldTypeOf = (type: FieldType): FieldTypeContract => fieldTypes[type] as unknown as FieldTypeContract;

/** The type of a dynamic group's row in flat fields. */
export const rowType = 'dynamic-group-row' satisfies FieldType;

/** True for the row type, which never occurs in a template. */
export const isRowType = (type: FieldType): boolean => fieldTypeOf(type).holds === 'row';

/** True for a type whose values are stored files. */
export const isFileType = (type: FieldType): boolean => fieldTypeOf(type).file !== undefined;

/** True for a type whose values the server computes. */
export const isComputedType = (type: FieldType): boolean => fieldTypeOf(type).computes !== undefined;

/** True for a type whose values are lists: an item has an index row for each entry. */
export const isListType = (type: FieldType): boolean => fieldTypeOf(type).exported?.isList === true;

/** The types whose values differ in the files of languages. */
export const localisedTypes: readonly FieldType[] = (Object.keys(fieldTypes) as FieldType[]).filter(
  (type) => fieldTypeOf(type).localised !== undefined,
);

/** The language that the texts of a field are translated from; undefined for types that are not localised. */
export const sourceLanguageOf = (settings: FieldSettings): string | undefined =>
  fieldTypeOf(settings.type).localised?.source(settings);

/** The ids of the templates whose items a field can link to; none for types that are no links. */
export const linkedTemplatesOf = (settings: FieldSettings): readonly string[] =>
  fieldTypeOf(settings.type).links?.to(settings) ?? [];

/** The setting that has the linked templates of a type. */
export const linkSettingOf = (type: FieldType): string =>
  Object.entries(fieldTypeOf(type).settings).find(([, { kind }]) => kind === 'template' || kind === 'templates')?.[0] ??
  'type';

/** The reason why no link of a field fits it with other settings: it could only link to other templates. */
export function reasonNoLinkFits(before: FieldSettings, after: FieldSettings): string | undefined {
  const [from, to] = [linkedTemplatesOf(before), linkedTemplatesOf(after)];
  return from.length === 0 || from.some((id) => to.includes(id)) ? undefined : `links to ${from.join(', ')}`;
}
