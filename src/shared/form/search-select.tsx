import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { errorText } from '../http/error-text.ts';
import { texts } from '../ui/texts.ts';

/** What a select offers. */
export interface Option {
  id: number;
  label: string;
  /** Listed, and cannot be chosen. */
  isDisabled?: boolean;
}

interface SearchSelectProps extends Pick<SelectProps, 'label' | 'description' | 'placeholder' | 'aria-label'> {
  value: Option | null;
  onChange: (option: Option | null) => void;
  /** What was found for the text of {@link useSearchSelect}; left out while that is on its way. */
  found: readonly Option[] | undefined;
  error: unknown;
  /** What is wrong with the choice. */
  wrong?: string | undefined;
  search: ReturnType<typeof useSearchSelect>;
}

/** Milliseconds without typing before the server is asked. */
const pause = 250;

/** What is typed into a {@link SearchSelect} that says this value: `text` is what to ask the server for, once `isWanted`. */
export function useSearchSelect(value: Option | null) {
  const [typed, setTyped] = useState('');
  const [isWanted, setWanted] = useState(false);
  // Where nothing is typed, the input has the label of what is chosen.
  const sought = typed === value?.label ? '' : typed.trim();
  const [text] = useDebouncedValue(sought, pause);
  return { typed, setTyped, sought, text, isWanted, want: () => setWanted(true) };
}

/** Chooses one of many things that the server finds while one types. */
export function SearchSelect({ value, onChange, found, error, wrong, search, ...input }: SearchSelectProps) {
  const { typed, setTyped, sought, text, want } = search;
  // The chosen one has one label: the server may have another for it, and the input would change from one to the other.
  const options = (found ?? []).map((option) => (option.id === value?.id ? value : option));
  // What is chosen is what the select says, whatever was found last.
  const all = value && !options.includes(value) ? [value, ...options] : options;
  return (
    <Select
      {...input}
      error={wrong}
      searchable
      clearable
      data={all.map(({ id, label, isDisabled = false }) => ({ value: String(id), label, disabled: isDisabled }))}
      // The server has found them; what is chosen is listed while nothing is searched.
      filter={({ options: items }) =>
        sought !== ''
          ? items.filter((item) => 'value' in item && options.some(({ id }) => String(id) === item.value))
          : items
      }
      value={value === null ? null : String(value.id)}
      onChange={(id) => onChange(all.find((option) => String(option.id) === id) ?? null)}
      searchValue={typed}
      onSearchChange={setTyped}
      onFocus={want}
      onDropdownOpen={want}
      nothingFoundMessage={error ? errorText(error) : found && sought === text ? texts.noResults : texts.searching}
    />
  );
}
