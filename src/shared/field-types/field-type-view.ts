import type { InputWrapperProps } from '@mantine/core';
import type { FieldValue } from '@quartermaster/contract/field-types/field-type.ts';
import type { FilterOp } from '@quartermaster/contract/field-types/filters.ts';
import type { FieldSettings, FieldType, SettingsOf } from '@quartermaster/contract/field-types/registry.ts';
import type { ComponentType, ReactNode } from 'react';
import type { CellProps } from '../table/table-column.ts';
import type { Icon } from '../ui/icons/icon.ts';

/** Renders a value, in the format of the list, on one line. Not a component, so without hooks: a list has hundreds of cells. */
export type FieldCell<S> = (value: unknown, settings: S) => ReactNode;

/** The props of a filter's input: the value is always text, as in the list call. */
export interface FilterInputProps<S> {
  settings: S;
  condition: FilterOp;
  /** With `anyOf`, several values between commas. */
  value: string;
  /** A chosen value applies at once, a typed one with Enter. */
  onChange: (value: string, isTyped?: boolean) => void;
  label: string;
  error: string | undefined;
}

/** The help of a field as props of a Mantine input, which is then described by it; empty if the field has none. */
export type HelpProps = Pick<InputWrapperProps, 'description' | 'inputWrapperOrder'>;

/** The props that the item form passes to the input of a field. */
export interface FieldInputProps<S> {
  settings: S;
  label: ReactNode;
  help: HelpProps;
  /** The value, or the typed text if it is not a valid value of the type. */
  value: FieldValue | undefined;
  onChange: (value: FieldValue) => void;
  onBlur: () => void;
  error: string | undefined;
}

export type FieldInput<T extends FieldType> = ComponentType<FieldInputProps<SettingsOf<T>>>;

/** How a field type is displayed. */
export interface FieldTypeView<T extends FieldType> {
  icon: Icon;
  /** A theme colour. */
  color: string;
  /** The column width in pixels. */
  width: number;
  align?: 'right';
  /** True if the cell is the value as text: then a column is as wide as its texts. */
  isPlain?: true;
  /** Spans two columns of the form's grid; one, unless it is `always`, where only one is left in its row. */
  isWide?: true | 'always';
  /** In a list or a comparison; not called for an empty value. */
  cell: FieldCell<SettingsOf<T>>;
  /** Attributes of the element around the cell's content: the cell itself in a table. */
  cellProps?: (value: unknown) => Omit<CellProps, 'onClick'>;
  /**
   * The whole value, on several lines: where it stands alone, or next to another one, of which it shows what differs.
   * Defaults to the cell.
   */
  full?: (value: unknown, settings: SettingsOf<T>, other?: unknown) => ReactNode;
  /** The input of a filter's value; defaults to a text input. */
  FilterInput?: ComponentType<FilterInputProps<SettingsOf<T>>>;
  /** Displays a filter's value; defaults to the text itself. */
  FilterText?: ComponentType<{ value: string; settings: SettingsOf<T> }>;
  /** The same as text, if nothing has to be loaded for it. */
  filterText?: (value: string, settings: SettingsOf<T>, condition: FilterOp) => string;
}

/** The view of a type known only at runtime; its cell must get settings of the same type. */
export type AnyFieldTypeView = Pick<
  FieldTypeView<FieldType>,
  'icon' | 'color' | 'width' | 'align' | 'isPlain' | 'isWide' | 'cellProps'
> & {
  cell: FieldCell<FieldSettings>;
  full?: (value: unknown, settings: FieldSettings, other?: unknown) => ReactNode;
  FilterInput?: ComponentType<FilterInputProps<FieldSettings>>;
  FilterText?: ComponentType<{ value: string; settings: FieldSettings }>;
  filterText?: (value: string, settings: FieldSettings, condition: FilterOp) => string;
};
