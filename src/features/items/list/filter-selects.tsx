import { NativeSelect, Select } from '@mantine/core';
import { type FilterOp, filterOpLabels } from '@quartermaster/contract/field-types/filters.ts';
import { memo, useMemo } from 'react';
import { useNear } from '../../../shared/ui/lazy/use-near.ts';
import type { FilterableField } from './item-columns.tsx';
import classes from './items-list.module.css';

interface FieldSelectProps {
  fields: readonly FilterableField[];
  value: string;
  onChange: (fieldId: string | null) => void;
  error: string | undefined;
}

/** Selects the field of a filter. Memoized because the value changes with every keystroke. */
export const FieldSelect = memo(function FieldSelect({ fields, value, onChange, error }: FieldSelectProps) {
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
      // A closed dropdown is positioned like an open one, which forces a layout in the middle of the first rendering.
      comboboxProps={{ width: 280, position: 'bottom-start', keepMounted: isNear }}
    />
  );
});

interface ConditionSelectProps {
  conditions: readonly FilterOp[];
  value: FilterOp | '';
  onChange: (condition: FilterOp | '') => void;
  error: string | undefined;
}

/** Selects the condition of a filter. Memoized because the value changes with every keystroke. */
export const ConditionSelect = memo(function ConditionSelect({
  conditions,
  value,
  onChange,
  error,
}: ConditionSelectProps) {
  return (
    <NativeSelect
      className={classes.filterCondition}
      aria-label="Filter condition"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as FilterOp | '')}
      error={error}
      data={[
        ...(value === '' ? [{ value: '', label: 'Condition' }] : []),
        ...conditions.map((condition) => ({ value: condition, label: filterOpLabels[condition] })),
      ]}
    />
  );
});
