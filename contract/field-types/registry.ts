import { boolean } from './boolean.ts';
import { dynamicGroup, dynamicGroupRow } from './dynamic-group.ts';
import type { FieldTypeContract } from './field-type.ts';
import { float } from './float.ts';
import { group } from './group.ts';
import { image } from './image.ts';
import { integer } from './integer.ts';
import { itemLink } from './item-link.ts';
import { itemLinkList } from './item-link-list.ts';
import { text } from './text.ts';

/** Every field type by its API name, in palette order. */
export const fieldTypes = {
  text,
  integer,
  float,
  boolean,
  'item-link': itemLink,
  'item-link-list': itemLinkList,
  group,
  'dynamic-group': dynamicGroup,
  'dynamic-group-row': dynamicGroupRow,
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
export const isFileType = (type: FieldType): boolean => fieldTypeOf(type).uploadId !== undefined;

/** The id of the template that a link field refers to; undefined for other types. */
export const linkedTemplateOf = (settings: FieldSettings): string | undefined =>
  fieldTypeOf(settings.type).linksTo?.(settings);
