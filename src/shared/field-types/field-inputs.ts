import type { FieldSettings, FieldType } from '@quartermaster/contract/field-types/registry.ts';
import type { ComponentType } from 'react';
import { BooleanInput } from './boolean-input.tsx';
import type { FieldInput, FieldInputProps, LeafType } from './field-input.ts';
import { ImageInput } from './image-input.tsx';
import { ItemLinkInput } from './item-link-input.tsx';
import { ItemLinkListInput } from './item-link-list-input.tsx';
import { FloatInput, IntegerInput } from './number-input.tsx';
import { TextFieldInput } from './text-input.tsx';

/** The input of each field type that holds a value; leaving one out does not compile. Apart from the views, as a list needs none. */
const fieldInputs: { [T in LeafType]: FieldInput<T> } = {
  text: TextFieldInput,
  integer: IntegerInput,
  float: FloatInput,
  boolean: BooleanInput,
  'item-link': ItemLinkInput,
  'item-link-list': ItemLinkListInput,
  image: ImageInput,
};

/** The input of a type that is known only as data; it must get settings of that same type. Groups have none. */
export const fieldInputOf = (type: FieldType): ComponentType<FieldInputProps<FieldSettings>> | undefined =>
  (fieldInputs as Partial<Record<FieldType, unknown>>)[type] as
    | ComponentType<FieldInputProps<FieldSettings>>
    | undefined;
