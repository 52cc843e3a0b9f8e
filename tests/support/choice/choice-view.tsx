import { Badge, NativeSelect } from '@mantine/core';
import type { Option } from '@quartermaster/contract/field-types/options.ts';
import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import { IconSelector } from '@tabler/icons-react';
import type { AnyFieldTypeView, FieldInputProps } from '../../../src/shared/field-types/field-type-view.ts';

// In the product, the registry types these settings.
const optionsOf = (settings: FieldSettings): readonly Option[] =>
  (settings as { options?: readonly Option[] }).options ?? [];
const optionOf = (settings: FieldSettings, id: unknown) => optionsOf(settings).find((option) => option.id === id);
const dataOf = (settings: FieldSettings) => [
  { value: '', label: 'None' },
  ...optionsOf(settings).map(({ id, label }) => ({ value: id, label })),
];

/** The console side of a new field type. */
export const choice: AnyFieldTypeView = {
  icon: IconSelector,
  color: 'indigo',
  width: 120,
  cell: (value, settings) => {
    const { label, color = 'gray' } = optionOf(settings, value) ?? { label: String(value) };
    return <Badge color={color}>{label}</Badge>;
  },
  FilterInput: ({ settings, value, onChange, label, error }) => (
    <NativeSelect
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={dataOf(settings)}
      error={error}
    />
  ),
  FilterText: ({ value, settings }) => optionOf(settings, value)?.label ?? value,
};

export const ChoiceFieldInput = ({
  settings,
  label,
  value,
  onChange,
  onBlur,
  error,
}: FieldInputProps<FieldSettings>) => (
  <NativeSelect
    label={label}
    value={String(value ?? '')}
    onChange={(event) => onChange(event.currentTarget.value || null)}
    onBlur={onBlur}
    data={dataOf(settings)}
    error={error}
  />
);
