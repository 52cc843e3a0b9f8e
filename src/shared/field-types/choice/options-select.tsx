import { MultiSelect, type MultiSelectProps, Pill } from '@mantine/core';
import type { Option } from '@quartermaster/contract/field-types/options.ts';
import { useNearList } from '../../ui/lazy/use-near-list.ts';
import { texts } from '../../ui/texts.ts';
import { optionBadge, optionStyle } from './option-badge.tsx';
import { dataOf } from './option-data.ts';

interface OptionsSelectProps
  extends Pick<
    MultiSelectProps,
    'label' | 'description' | 'inputWrapperOrder' | 'aria-label' | 'withAsterisk' | 'error' | 'onBlur' | 'maxValues'
  > {
  options: readonly Option[];
  value: readonly string[];
  onChange: (ids: string[]) => void;
}

/** Selects any number of options by typing; Backspace removes the last one. */
export function OptionsSelect({ options, value, onChange, ...input }: OptionsSelectProps) {
  const { isNear, near } = useNearList();
  return (
    <MultiSelect
      {...input}
      {...near}
      comboboxProps={{ keepMounted: isNear }}
      placeholder={value.length === 0 ? 'Choose' : ''}
      searchable
      clearable
      hidePickedOptions
      selectFirstOptionOnChange
      data={dataOf(options, value)}
      value={[...value]}
      onChange={(ids) => onChange(ids)}
      renderPill={({ option, value: id, onRemove }) => (
        <Pill style={optionStyle(options, String(id))} withRemoveButton {...(onRemove && { onRemove })}>
          {option?.label ?? String(id)}
        </Pill>
      )}
      renderOption={({ option }) => optionBadge(options, option.value)}
      nothingFoundMessage={texts.noResults}
      maxDropdownHeight={320}
      clearButtonProps={{ 'aria-label': 'Clear' }}
    />
  );
}
