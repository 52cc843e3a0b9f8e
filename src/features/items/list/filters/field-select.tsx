import { Select } from '@mantine/core';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { FieldIcon } from '../../../../shared/field-types/field-icon.tsx';
import { useNearList } from '../../../../shared/ui/lazy/use-near-list.ts';
import classes from '../items-list.module.css';
import { type FieldSelectProps, findField, selectText } from './field-select-props.ts';

/** Selects the field of a filter. */
export function FieldSelect({ fields, value, onChange, error, early }: FieldSelectProps) {
  const { isNear, near } = useNearList();
  const input = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState(early ?? '');
  // Mantine's first effect sets the text of the selected option.
  const isKept = useRef(early !== undefined);
  useEffect(() => {
    if (!isKept.current) return;
    isKept.current = false;
    const isTyped = !fields.some(({ id, header }) => id === value && header === search);
    input.current?.setSelectionRange(isTyped ? search.length : 0, search.length);
  });
  // Hundreds of options cost more than the list itself: until hover or focus, render only the selected one.
  const data = useMemo(
    () =>
      (isNear ? fields : fields.filter(({ id }) => id === value)).map(({ id, header }) => ({
        value: id,
        label: header,
      })),
    [fields, isNear, value],
  );
  const types = useMemo(() => new Map(fields.map(({ id, settings }) => [id, settings?.type])), [fields]);
  // Mantine highlights the first match in an effect, and forgets which option it highlights if that happened as the list opened: Enter
  // would submit the form instead of choosing. Where it knows, it chooses the option again, which changes nothing.
  const chooseOption = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    const options = document.getElementById(event.currentTarget.getAttribute('aria-controls') ?? '');
    const highlighted = options?.querySelector<HTMLElement>('[data-combobox-selected]');
    if (highlighted) {
      event.preventDefault();
      highlighted.click();
      return;
    }
    const match = findField(fields, search);
    if (!match || match.id === value) return;
    event.preventDefault();
    onChange(match.id);
  };
  return (
    <Select
      {...near}
      ref={input}
      autoFocus={early !== undefined}
      onClick={selectText}
      onKeyDown={chooseOption}
      searchValue={search}
      onSearchChange={(text) => isKept.current || setSearch(text)}
      className={classes.filterField}
      aria-label="Filter field"
      placeholder="Field"
      data={data}
      value={value || null}
      onChange={onChange}
      error={error}
      searchable
      clearable
      allowDeselect={false}
      clearButtonProps={{ 'aria-label': 'Clear field' }}
      nothingFoundMessage="No field with that name"
      renderOption={({ option }) => (
        <span className={classes.option}>
          <FieldIcon type={types.get(option.value) ?? (option.value === 'id' ? 'integer' : 'text')} />
          {option.label}
        </span>
      )}
      limit={200}
      maxDropdownHeight={360}
      comboboxProps={{ width: 280, position: 'bottom-start', keepMounted: isNear }}
    />
  );
}
