import type { FieldSettings, FieldType, SettingsOf } from '@quartermaster/contract/field-types/registry.ts';
import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';

/** What a cell shows: the value as the list carries it, and the field's settings. */
export interface FieldCellProps<S> {
  value: unknown;
  settings: S;
}

/** How a field type looks wherever it appears. */
export interface FieldTypeView<T extends FieldType> {
  icon: Icon;
  /** A colour of the theme. */
  color: string;
  /** Pixels that a column of this type gets. */
  width: number;
  align?: 'right';
  /** The value in a list or a comparison, on one line; not drawn for an empty value. */
  Cell: ComponentType<FieldCellProps<SettingsOf<T>>>;
}

/** The view of a type that is known only as data; its cell must get settings of that same type. */
export type AnyFieldTypeView = Omit<FieldTypeView<'text'>, 'Cell'> & {
  Cell: ComponentType<FieldCellProps<FieldSettings>>;
};
