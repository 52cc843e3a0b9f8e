import { NativeSelect } from '@mantine/core';
import { IconCheckbox } from '../../ui/icons/checkbox.ts';
import type { FieldTypeView } from '../field-type-view.ts';
import classes from './boolean.module.css';

const wordOf = (value: unknown) => (value ? 'True' : 'False');

/** A tick or a dot, with the word, which is only for screen readers in tables and on cards. */
export const boolean: FieldTypeView<'boolean'> = {
  icon: IconCheckbox,
  color: 'violet',
  width: 110,
  isPlain: true,
  cell: wordOf,
  cellProps: (value) => ({
    className: classes.value,
    title: wordOf(value),
    'data-yes': value === true || undefined,
  }),
  FilterInput: ({ value, onChange, label, error }) => (
    <NativeSelect
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      data={[
        { value: '', label: 'Choose' },
        { value: 'true', label: 'True' },
        { value: 'false', label: 'False' },
      ]}
    />
  ),
  FilterText: ({ value }) => (value === 'true' ? 'True' : 'False'),
};
