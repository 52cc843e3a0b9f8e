import { TextInput } from '@mantine/core';
import { takesValue } from '@quartermaster/contract/field-types/filters.ts';
import type { Ref } from 'react';
import { unitSection } from '../../../../shared/field-types/number/unit-section.tsx';
import { fieldTypeViewOf } from '../../../../shared/field-types/registry.ts';
import type { FilterableField } from '../item-columns.tsx';
import classes from '../items-list.module.css';
import type { TypedFilter } from './filter-draft.ts';

interface FilterValueProps {
  field: FilterableField | undefined;
  draft: TypedFilter;
  /** `isChosen`: not typed. */
  onChange: (changed: Partial<TypedFilter>, isChosen?: boolean) => void;
  error: string | undefined;
  boxRef: Ref<HTMLDivElement>;
}

/** The input of a filter's value: two for a range, none where the condition has no value. */
export function FilterValue({ field, draft, onChange, error, boxRef }: FilterValueProps) {
  const settings = field?.settings;
  const FilterInput = settings && fieldTypeViewOf(settings.type).FilterInput;
  const isRange = draft.condition === 'between';
  const text = (part: 'value' | 'upTo', label: string, placeholder: string) => (
    <TextInput
      aria-label={label}
      placeholder={placeholder}
      value={draft[part]}
      onChange={(event) => onChange({ [part]: event.currentTarget.value })}
      error={part === 'upTo' ? Boolean(error) : error}
      maxLength={isRange ? 400 : 1000}
      autoComplete="off"
      {...(isRange && { className: classes.rangePart })}
      // The inputs of a range are too narrow for a unit.
      {...(!isRange && settings?.unit !== undefined && unitSection(settings.unit))}
    />
  );
  if (!takesValue(draft.condition)) return null;
  const input = (part: 'value' | 'upTo', label: string, placeholder: string) =>
    FilterInput && settings && draft.condition !== '' ? (
      <FilterInput
        settings={settings}
        condition={draft.condition}
        value={draft[part]}
        onChange={(value, isTyped = false) => onChange({ [part]: value }, !isTyped)}
        label={label}
        error={part === 'upTo' ? error && ' ' : error}
      />
    ) : (
      text(part, label, placeholder)
    );
  return (
    <div ref={boxRef} className={classes.filterValue}>
      {isRange ? (
        <div className={classes.filterRange}>
          {input('value', 'Filter value', 'From')}
          {input('upTo', 'Filter value, up to', 'To')}
        </div>
      ) : (
        input('value', 'Filter value', 'Value')
      )}
    </div>
  );
}
