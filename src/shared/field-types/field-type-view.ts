import type { FieldValue } from '@quartermaster/contract/field-types/field-type.ts';
import type { FieldSettings, FieldType, SettingsOf } from '@quartermaster/contract/field-types/registry.ts';
import type { Icon } from '@tabler/icons-react';
import type { ComponentType, ReactNode, RefCallback } from 'react';

/** What a cell shows: the value as the list carries it, and the field's settings. */
export interface FieldCellProps<S> {
  value: unknown;
  settings: S;
}

/** The input of a filter's value: always text, as the list call takes it. */
export interface FilterInputProps<S> {
  settings: S;
  value: string;
  onChange: (value: string) => void;
  label: string;
  error: string | undefined;
}

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

export type FieldInput<T extends FieldType> = ComponentType<FieldInputProps<SettingsOf<T>>>;

/** How a field type looks wherever it appears. */
export interface FieldTypeView<T extends FieldType> {
  icon: Icon;
  /** A colour of the theme. */
  color: string;
  /** Pixels that a column of this type gets. */
  width: number;
  align?: 'right';
  /** Takes two places of the form's grid. */
  isWide?: boolean;
  /** The value in a list or a comparison, on one line; not drawn for an empty value. */
  Cell: ComponentType<FieldCellProps<SettingsOf<T>>>;
  /** The input of the item form; left out for groups, which the form itself draws. */
  Input?: FieldInput<T>;
  /** Asks for a filter's value; a line of text where it is left out. */
  FilterInput?: ComponentType<FilterInputProps<SettingsOf<T>>>;
  /** Says a filter's value; the text itself where it is left out. */
  FilterText?: ComponentType<{ value: string; settings: SettingsOf<T> }>;
}

/** The view of a type that is known only as data; its cell must get settings of that same type. */
export type AnyFieldTypeView = Pick<FieldTypeView<FieldType>, 'icon' | 'color' | 'width' | 'align' | 'isWide'> & {
  Cell: ComponentType<FieldCellProps<FieldSettings>>;
  Input?: ComponentType<FieldInputProps<FieldSettings>>;
  FilterInput?: ComponentType<FilterInputProps<FieldSettings>>;
  FilterText?: ComponentType<{ value: string; settings: FieldSettings }>;
};
