import { ColorInput } from '@mantine/core';
import { IconPalette } from '@tabler/icons-react';
import type { AnyFieldTypeView } from '../../../src/shared/field-types/field-type-view.ts';

/** The console side of a new field type. */
export const color: AnyFieldTypeView = {
  icon: IconPalette,
  color: 'indigo',
  width: 120,
  Input: ({ settings, label, value, onChange, onBlur, error }) => (
    <ColorInput
      label={label}
      format={'hasAlpha' in settings && settings.hasAlpha ? 'hexa' : 'hex'}
      value={String(value ?? '')}
      onChange={onChange}
      onBlur={onBlur}
      error={error}
    />
  ),
  Cell: ({ value }) => <code>{String(value)}</code>,
};
