import { type FieldSettings, fieldTypeOf } from '../field-types/registry.ts';

/** Error message for a value of a unique field that another item has. */
export const usedBySentence = (itemId: number): string => `is already used by item ${itemId}`;

/** The item that the error message names; undefined for any other message. */
export const usingItemOf = (message: string | undefined): number | undefined => {
  const id = /^is already used by item (\d+)$/.exec(message ?? '')?.[1];
  return id === undefined ? undefined : Number(id);
};

/** True for a field that names an item: it is unique and required. */
export const isKeyField = (settings: FieldSettings): boolean =>
  settings.unique === true && fieldTypeOf(settings.type).missing(settings) !== undefined;
