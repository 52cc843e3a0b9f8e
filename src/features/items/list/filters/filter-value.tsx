import { TextInput } from '@mantine/core';
import { takesValue } from '@quartermaster/contract/field-types/filters.ts';
import type { ChangeEvent, Ref } from 'react';
import { unitSection } from '../../../../shared/field-types/number/unit-section.tsx';
import { fieldTypeViewOf } from '../../../../shared/field-types/registry.ts';
import { PlainInput } from '../../../../shared/ui/plain/plain-input.tsx';
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
  const text = (part: 'value' | 'upTo', label: string, placeholder: string, isWrong = error) => {
    const input = {
      'aria-label': label,
      placeholder,
      value: draft[part],
      onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ [part]: event.currentTarget.value }),
      error: isWrong,
      maxLength: part === 'value' && draft.condition !== 'between' ? 1000 : 400,
      autoComplete: 'off',
    };
    // The inputs of a range are too narrow for a unit.
    if (settings?.unit === undefined || draft.condition === 'between') return <PlainInput {...input} />;
    return <TextInput {...input} {...unitSection(settings.unit)} />;
  };
  if (!takesValue(draft.condition)) return null;
  const input = (part: 'value' | 'upTo', label: string, placeholder: string, isWrong = error) =>
    FilterInput && settings && draft.condition !== '' ? (
      <FilterInput
        settings={settings}
        condition={draft.condition}
        value={draft[part]}
        onChange={(value) => onChange({ [part]: value })}
        label={label}
        error={isWrong}
      />
    ) : (
      text(part, label, placeholder, isWrong)
    );
  return (
    <div ref={boxRef} className={classes.filterValue}>
      {draft.condition === 'between' ? (
        <div className={classes.filterRange}>
          {input('value', 'Filter value', 'From')}
          {input('upTo', 'Filter value, up to', 'To', error && ' ')}
        </div>
      ) : (
        input('value', 'Filter value', 'Value')
      )}
    </div>
  );
}
