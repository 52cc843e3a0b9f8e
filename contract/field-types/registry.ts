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

/** Every field type by its name on the wire, in the palette's order. */
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

/** The name of a field type on the wire. */
export type FieldType = keyof typeof fieldTypes;

/** The settings of one field type, without the type's name. */
export type SettingsOf<T extends FieldType> = (typeof fieldTypes)[T] extends FieldTypeContract<infer S> ? S : never;

/** Settings as a template keeps them: those of the type, and the type's name. */
export type FieldSettings = { [T in FieldType]: { type: T } & SettingsOf<T> }[FieldType];

/** The contract of a type, for callers that hold the type only as data; `settings` must be of that same type. */
// The registry's members differ in their settings; whoever looks one up by `settings.type` hands in those very settings.
export const fieldTypeOf = (type: FieldType): FieldTypeContract => fieldTypes[type] as unknown as FieldTypeContract;

/** The type of one row of a dynamic group, as flat fields name it. */
export const rowType = 'dynamic-group-row' satisfies FieldType;

/** True for the type of a row, which is in no template. */
export const isRowType = (type: FieldType): boolean => fieldTypeOf(type).holds === 'row';

/** True for a type whose values are stored files. */
export const isFileType = (type: FieldType): boolean => fieldTypeOf(type).uploadId !== undefined;

/** The id of the template to whose items values of a field lead; nothing where they are no links. */
export const linkedTemplateOf = (settings: FieldSettings): string | undefined =>
  fieldTypeOf(settings.type).linksTo?.(settings);
