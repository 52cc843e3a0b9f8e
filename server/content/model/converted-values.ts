import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import {
  type Converted,
  type ConvertedValue,
  conversionOf,
  convertValue,
} from '@quartermaster/contract/field-types/conversions.ts';
import type { FieldConversion, Leaf } from './template-model.ts';
import { mapValues } from './values-at.ts';

/** A converted value, or the reason why it cannot be converted. */
export function convertOne(conversion: FieldConversion, value: ItemValues[string]): Converted {
  const declared = conversionOf(conversion);
  return declared
    ? convertValue(declared, conversion, value as ConvertedValue, conversion.isBack)
    : { reason: `is a value of the type ${conversion.from.field.settings.type}` };
}

/** A document in which the values of a field are converted; those that are already, or cannot be, stay as they are. */
export const convertIn = (values: ItemValues, conversion: FieldConversion): ItemValues =>
  mapValues(values, { groups: conversion.groups, field: conversion.to.field }, (value) => {
    const converted = convertOne(conversion, value);
    // The save of a template refuses any that cannot be.
    return 'reason' in converted ? value : (converted.value as ItemValues[string]);
  });

/** The fields whose index rows a conversion deletes, and those whose index rows it creates. */
export function indexedLeaves({ groups, from, to, isBack }: FieldConversion): { before: Leaf[]; after: Leaf[] } {
  const leavesOf = ({ field, only }: FieldConversion['from']): Leaf[] =>
    only ? [{ field: only, groups: [...groups, field.id], holdsRows: false }] : [{ field, groups, holdsRows: false }];
  const [before, after] = isBack ? [to, from] : [from, to];
  return { before: leavesOf(before), after: leavesOf(after) };
}
