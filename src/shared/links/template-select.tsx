import { type ComboboxItem, Select, type SelectProps, TextInput } from '@mantine/core';
import { containsText } from '@quartermaster/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { useInstanceId } from '../access/active-instance.ts';
import { templateQueries } from '../data/templates.ts';
import { errorText } from '../http/error-text.ts';
import { useRequest } from '../services/request.ts';
import { IconCheck } from '../ui/icons/check.ts';
import classes from './links.module.css';

interface TemplateSelectProps extends Pick<SelectProps, 'label' | 'description' | 'error' | 'onBlur'> {
  /** Marks the element that has the initial focus in a dialog. */
  'data-autofocus'?: boolean;
  /** The id of the selected template; empty for none. */
  value: string;
  onChange: (templateId: string) => void;
  isReadOnly: boolean;
}

/** Selects one of the instance's templates, searched by name or id. */
export function TemplateSelect({ value, onChange, isReadOnly, ...input }: TemplateSelectProps) {
  const { data, error, refetch } = useQuery(templateQueries.choices(useRequest(), useInstanceId()));
  const options = (data?.templates ?? []).map(({ id, header }) => ({ value: id, label: header.label }));
  // A deleted template is still the field's value.
  if (value !== '' && !options.some((option) => option.value === value)) options.push({ value, label: value });
  // Screen readers announce even a read-only select as expandable.
  if (isReadOnly) {
    return <TextInput {...input} value={options.find((option) => option.value === value)?.label ?? ''} readOnly />;
  }
  return (
    <Select
      {...input}
      withAsterisk
      searchable
      selectFirstOptionOnChange
      onFocus={(event) => event.currentTarget.select()}
      data={options}
      filter={({ options: all, search }) => (all as ComboboxItem[]).filter((option) => matches(option, search))}
      limit={200}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
      onDropdownOpen={() => {
        if (error) void refetch();
      }}
      allowDeselect={false}
      placeholder="Search by name or id"
      nothingFoundMessage={error ? errorText(error) : data ? 'No templates' : 'Loading…'}
      renderOption={({ option, checked }) => (
        <>
          <span className={classes.optionLabel}>{option.label}</span>
          <span className={classes.optionId}>{option.value}</span>
          {checked && <IconCheck size={14} aria-hidden />}
        </>
      )}
    />
  );
}

const matches = ({ value, label }: ComboboxItem, search: string): boolean => {
  const sought = search.trim();
  return containsText(value, sought) || containsText(label, sought);
};
