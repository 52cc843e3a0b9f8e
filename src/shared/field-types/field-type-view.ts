import type { FieldSettings, FieldType, SettingsOf } from '@quartermaster/contract/field-types/registry.ts';
import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';

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
  /** Asks for a filter's value; a line of text where it is left out. */
  FilterInput?: ComponentType<FilterInputProps<SettingsOf<T>>>;
  /** Says a filter's value; the text itself where it is left out. */
  FilterText?: ComponentType<{ value: string; settings: SettingsOf<T> }>;
}

/** The view of a type that is known only as data; its cell must get settings of that same type. */
export type AnyFieldTypeView = Pick<FieldTypeView<FieldType>, 'icon' | 'color' | 'width' | 'align' | 'isWide'> & {
  Cell: ComponentType<FieldCellProps<FieldSettings>>;
  FilterInput?: ComponentType<FilterInputProps<FieldSettings>>;
  FilterText?: ComponentType<{ value: string; settings: FieldSettings }>;
};
