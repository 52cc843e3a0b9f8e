import type { FieldValue } from '@quartermaster/contract/field-types/field-type.ts';
import type { FieldType, SettingsOf } from '@quartermaster/contract/field-types/registry.ts';
import type { ComponentType, ReactNode, RefCallback } from 'react';

/** What the item form gives to the input of a field. */
export interface FieldInputProps<S> {
  settings: S;
  label: ReactNode;
  /** The value, or what was typed and is no value of the type yet. */
  value: FieldValue | undefined;
  onChange: (value: FieldValue) => void;
  onBlur: () => void;
  error: string | undefined;
  /** Takes the element that gets the focus when the field is wrong. */
  inputRef: RefCallback<HTMLElement>;
}

/** Types that hold one value; groups are drawn by the form itself. */
export type LeafType = Exclude<FieldType, 'group' | 'dynamic-group' | 'dynamic-group-row'>;

export type FieldInput<T extends LeafType> = ComponentType<FieldInputProps<SettingsOf<T>>>;
