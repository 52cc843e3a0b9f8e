import type { SettingsOf } from '@quartermaster/contract/field-types/registry.ts';
import type { FieldInputProps } from '../field-type-view.ts';
import { NumberText } from './number-text.tsx';

function NumberInput(props: FieldInputProps<SettingsOf<'integer'>> & { mode: 'numeric' | 'decimal' }) {
  const { settings, mode, ...input } = props;
  return <NumberText {...input} withAsterisk={settings.required} inputMode={mode} />;
}

/** A whole number; the up and down arrow keys change it. */
export const IntegerInput = (props: FieldInputProps<SettingsOf<'integer'>>) => (
  <NumberInput {...props} mode="numeric" />
);

/** A decimal number; the up and down arrow keys change it. */
export const FloatInput = (props: FieldInputProps<SettingsOf<'integer'>>) => <NumberInput {...props} mode="decimal" />;
