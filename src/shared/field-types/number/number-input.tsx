import type { SettingsOf } from '@quartermaster/contract/field-types/registry.ts';
import type { FieldInputProps } from '../field-type-view.ts';
import { NumberText } from './number-text.tsx';
import { unitSection } from './unit-section.tsx';

function NumberInput(props: FieldInputProps<SettingsOf<'integer'>> & { mode: 'numeric' | 'decimal' }) {
  const { settings, mode, help, ...input } = props;
  const { unit, placeholder, required } = settings;
  return (
    <NumberText
      {...input}
      {...help}
      placeholder={placeholder}
      withAsterisk={required}
      inputMode={mode}
      {...(unit !== undefined && unitSection(unit))}
    />
  );
}

/** A whole number; the up and down arrow keys change it. */
export const IntegerInput = (props: FieldInputProps<SettingsOf<'integer'>>) => (
  <NumberInput {...props} mode="numeric" />
);

/** A decimal number; the up and down arrow keys change it. */
export const FloatInput = (props: FieldInputProps<SettingsOf<'integer'>>) => <NumberInput {...props} mode="decimal" />;
