import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import { errorText } from '../http/error-text.ts';
import { useSettled } from '../ui/hooks/use-settled.ts';
import { texts } from '../ui/texts.ts';

/** An option of a select. */
export interface Option {
  id: number;
  label: string;
  /** Listed, but cannot be chosen. */
  isDisabled?: boolean;
}

interface SearchSelectProps extends Pick<SelectProps, 'label' | 'description' | 'placeholder' | 'aria-label'> {
  value: Option | null;
  onChange: (option: Option | null) => void;
  /** The results for the text of {@link useSearchSelect}; undefined while loading. */
  found: readonly Option[] | undefined;
  error: unknown;
  /** The error of the choice. */
  wrong?: string | undefined;
  search: ReturnType<typeof useSearchSelect>;
}

/** The search of a {@link SearchSelect} with this value, or of a select of several: `text` is the text to send to the server, once `isWanted`. */
export function useSearchSelect(value: Option | null) {
  const [typed, setTyped] = useState('');
  const [isWanted, setWanted] = useState(false);
  // Before typing, the input contains the label of the chosen option.
  const sought = typed === value?.label ? '' : typed.trim();
  const text = useSettled(sought);
  return { typed, setTyped, sought, text, isWanted, want: () => setWanted(true) };
}

/** A select for many options, which the server searches as the user types. */
export function SearchSelect({ value, onChange, found, error, wrong, search, ...input }: SearchSelectProps) {
  const { typed, setTyped, sought, text, want } = search;
  // The chosen option keeps one label: the server may return another one, and the input would flicker between them.
  const options = (found ?? []).map((option) => (option.id === value?.id ? value : option));
  // The chosen option comes from the select, whatever the last search returned.
  const all = value && !options.includes(value) ? [value, ...options] : options;
  return (
    <Select
      {...input}
      error={wrong}
      searchable
      clearable
      // The first option may be one of an earlier search.
      selectFirstOptionOnChange={false}
      data={all.map(({ id, label, isDisabled = false }) => ({ value: String(id), label, disabled: isDisabled }))}
      // The server has filtered them; the chosen option is listed while there is no search.
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
