import { Select } from '@mantine/core';
import { useNearList } from '../../ui/lazy/use-near-list.ts';
import { texts } from '../../ui/texts.ts';
import type { FieldInput } from '../field-type-view.ts';
import { optionBadge } from './option-badge.tsx';
import { dataOf } from './option-data.ts';

/** Selects one option, by typing or with the arrow keys. */
export const ChoiceInput: FieldInput<'choice'> = ({ settings, label, help, value, onChange, onBlur, error }) => {
  const { options, required } = settings;
  const { isNear, near } = useNearList();
  const id = typeof value === 'string' && value !== '' ? value : null;
  return (
    <Select
      {...near}
      comboboxProps={{ keepMounted: isNear }}
      label={label}
      {...help}
      withAsterisk={required}
      placeholder="Choose"
      searchable
      clearable
      allowDeselect={false}
      selectFirstOptionOnChange
      data={dataOf(options, id === null ? [] : [id])}
      value={id}
      onChange={onChange}
      onBlur={onBlur}
      error={error}
      renderOption={({ option }) => optionBadge(options, option.value)}
      nothingFoundMessage={texts.noResults}
      maxDropdownHeight={320}
      clearButtonProps={{ 'aria-label': 'Clear' }}
    />
  );
};
