import { TextInput } from '@mantine/core';
import { takesValue } from '@quartermaster/contract/field-types/filters.ts';
import type { Ref } from 'react';
import { fieldTypeViewOf } from '../../../../shared/field-types/registry.ts';
import type { FilterableField } from '../item-columns.tsx';
import classes from '../items-list.module.css';
import type { TypedFilter } from './filter-draft.ts';

interface FilterValueProps {
  field: FilterableField | undefined;
  draft: TypedFilter;
  onChange: (changed: Partial<TypedFilter>) => void;
  error: string | undefined;
  boxRef: Ref<HTMLDivElement>;
}

/** The input of a filter's value: two for a range, none where the condition has no value. */
export function FilterValue({ field, draft, onChange, error, boxRef }: FilterValueProps) {
  const settings = field?.settings;
  const FilterInput = settings && fieldTypeViewOf(settings.type).FilterInput;
  const text = (part: 'value' | 'upTo', label: string, placeholder: string, isWrong = error) => (
    <TextInput
      aria-label={label}
      placeholder={placeholder}
      value={draft[part]}
      onChange={(event) => onChange({ [part]: event.currentTarget.value })}
      error={isWrong}
      maxLength={part === 'value' && draft.condition !== 'between' ? 1000 : 400}
      autoComplete="off"
    />
  );
  if (!takesValue(draft.condition)) return null;
  return (
    <div ref={boxRef} className={classes.filterValue}>
      {draft.condition === 'between' ? (
        <div className={classes.filterRange}>
          {text('value', 'Filter value', 'From')}
          {text('upTo', 'Filter value, up to', 'To', error && ' ')}
        </div>
      ) : FilterInput && settings ? (
        <FilterInput
          settings={settings}
          value={draft.value}
          onChange={(value) => onChange({ value })}
          label="Filter value"
          error={error}
        />
      ) : (
        text('value', 'Filter value', 'Value')
      )}
    </div>
  );
}
