import type { SettingsOf } from '@quartermaster/contract/field-types/registry.ts';
import type { FieldInputProps } from '../field-type-view.ts';
import { NumberText } from './number-text.tsx';

function NumberInput(props: FieldInputProps<SettingsOf<'integer'>> & { mode: 'numeric' | 'decimal' }) {
  const { settings, inputRef, mode, ...input } = props;
  return <NumberText {...input} ref={inputRef} withAsterisk={settings.required} inputMode={mode} />;
}

/** A whole number; the arrow keys count up and down. */
export const IntegerInput = (props: FieldInputProps<SettingsOf<'integer'>>) => (
  <NumberInput {...props} mode="numeric" />
);

/** A decimal number; the arrow keys count up and down. */
export const FloatInput = (props: FieldInputProps<SettingsOf<'integer'>>) => <NumberInput {...props} mode="decimal" />;
