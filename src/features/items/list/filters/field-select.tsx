import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { useNear } from '../../../../shared/ui/lazy/use-near.ts';
import type { FilterableField } from '../item-columns.tsx';
import classes from '../items-list.module.css';

export interface FieldSelectProps {
  fields: readonly FilterableField[];
  value: string;
  onChange: (fieldId: string | null) => void;
  error: string | undefined;
  /** Whether it was focused before its code was loaded. */
  wasFocused: boolean;
}

/** Selects the field of a filter. */
export function FieldSelect({ fields, value, onChange, error, wasFocused }: FieldSelectProps) {
  const { isNear, near } = useNear();
  // Hundreds of options cost more than the list itself: until hover or focus, render only the selected one.
  const data = useMemo(
    () =>
      (isNear ? fields : fields.filter(({ id }) => id === value)).map(({ id, header }) => ({
        value: id,
        label: header,
      })),
    [fields, isNear, value],
  );
  return (
    <Select
      {...near}
      autoFocus={wasFocused}
      className={classes.filterField}
      aria-label="Filter field"
      placeholder="Field"
      data={data}
      value={value || null}
      onChange={onChange}
      error={error}
      searchable
      selectFirstOptionOnChange
      clearable
      allowDeselect={false}
      clearButtonProps={{ 'aria-label': 'Clear field' }}
      nothingFoundMessage="No field with that name"
      limit={200}
      maxDropdownHeight={360}
      // A closed dropdown is still positioned, which forces a layout in the middle of the first rendering.
      comboboxProps={{ width: 280, position: 'bottom-start', keepMounted: isNear }}
    />
  );
}
