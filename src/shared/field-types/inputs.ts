import type { FieldSettings, FieldType } from '@quartermaster/contract/field-types/registry.ts';
import type { ComponentType } from 'react';
import { BooleanInput } from './boolean/boolean-input.tsx';
import type { FieldInput, FieldInputProps } from './field-type-view.ts';
import { ImageInput } from './image/image-input.tsx';
import { ItemLinkInput } from './link/item-link-input.tsx';
import { ItemLinkListInput } from './link/item-link-list-input.tsx';
import { FloatInput, IntegerInput } from './number/number-input.tsx';
import { TextFieldInput } from './text/text-input.tsx';

/**
 * The input of each field type in the item form, `null` for groups, which the form renders itself; omitting one is a compile
 * error. Apart from the views, as lists need no inputs.
 */
export const fieldInputs: { [T in FieldType]: FieldInput<T> | null } = {
  text: TextFieldInput,
  integer: IntegerInput,
  float: FloatInput,
  boolean: BooleanInput,
  'item-link': ItemLinkInput,
  'item-link-list': ItemLinkListInput,
  group: null,
  'dynamic-group': null,
  'dynamic-group-row': null,
  image: ImageInput,
};

/** The input of a type that is known only at runtime; it must get settings of the same type. */
export const fieldInputOf = (type: FieldType) =>
  fieldInputs[type] as unknown as ComponentType<FieldInputProps<FieldSettings>> | null;
