import type { FieldSettings, FieldType } from '@quartermaster/contract/field-types/registry.ts';
import type { ComponentType } from 'react';
import { BooleanInput } from './boolean/boolean-input.tsx';
import { ChoiceInput } from './choice/choice-input.tsx';
import { ChoicesInput } from './choice/choices-input.tsx';
import { RowTypeInput } from './choice/row-type-input.tsx';
import { ComputedInput } from './computed/computed-input.tsx';
import { DateTimeInput } from './date-time/date-time-input.tsx';
import type { FieldInput, FieldInputProps } from './field-type-view.ts';
import { ImageInput } from './image/image-input.tsx';
import { ItemLinkInput } from './link/item-link-input.tsx';
import { ItemLinkListInput } from './link/item-link-list-input.tsx';
import { MixedLinkInput } from './link/mixed-link-input.tsx';
import { NumberListInput, TextListInput } from './list/list-input.tsx';
import { LocalisedInput } from './localised/localised-input.tsx';
import { FloatInput, IntegerInput } from './number/number-input.tsx';
import { LongTextInput } from './text/long-text-input.tsx';
import { TextFieldInput } from './text/text-input.tsx';

/**
 * The input of each field type in the item form, `null` for groups, which the form renders itself; omitting one is a compile
 * error. Apart from the views, as lists need no inputs.
 */
export const fieldInputs: { [T in FieldType]: FieldInput<T> | null } = {
  text: TextFieldInput,
  'long-text': LongTextInput,
  'localised-text': LocalisedInput,
  integer: IntegerInput,
  float: FloatInput,
  weight: FloatInput,
  boolean: BooleanInput,
  choice: ChoiceInput,
  choices: ChoicesInput,
  'date-time': DateTimeInput,
  'text-list': TextListInput,
  'number-list': NumberListInput,
  'computed-number': ComputedInput,
  'computed-text': ComputedInput,
  'computed-boolean': ComputedInput,
  'item-link': ItemLinkInput,
  'item-link-list': ItemLinkListInput,
  'mixed-item-link': MixedLinkInput,
  group: null,
  'dynamic-group': null,
  'dynamic-group-row': null,
  shape: null,
  'row-type': RowTypeInput,
  image: ImageInput,
};

/** The input of a type that is known only at runtime; it must get settings of the same type. */
export const fieldInputOf = (type: FieldType) =>
  fieldInputs[type] as unknown as ComponentType<FieldInputProps<FieldSettings>> | null;
