import { ColorInput } from '@mantine/core';
import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import type { AnyFieldTypeView, FieldInputProps } from '../../../src/shared/field-types/field-type-view.ts';
import { IconCircle } from '../../../src/shared/ui/icons/circle.ts';

/** The console side of a new field type. */
export const color: AnyFieldTypeView = {
  icon: IconCircle,
  color: 'indigo',
  width: 120,
  cell: (value) => <code>{String(value)}</code>,
};

export const ColorFieldInput = ({ settings, label, help, value, ...input }: FieldInputProps<FieldSettings>) => (
  <ColorInput
    {...input}
    {...help}
    label={label}
    format={'hasAlpha' in settings && settings.hasAlpha ? 'hexa' : 'hex'}
    value={String(value ?? '')}
  />
);
