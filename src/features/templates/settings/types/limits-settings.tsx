import { Group } from '@mantine/core';
import type { NumberSettings } from '@quartermaster/contract/field-types/number.ts';
import type { TextSettings } from '@quartermaster/contract/field-types/text.ts';
import { NumberText } from '../../../../shared/field-types/number-text.tsx';
import { RequiredSetting } from './required-setting.tsx';
import type { SettingsFormProps } from './settings-form.ts';

interface LimitsFormProps extends SettingsFormProps<NumberSettings> {
  labels: { minimum: string; maximum: string };
  inputMode: 'numeric' | 'decimal';
}

function LimitsForm({ labels, inputMode, ...props }: LimitsFormProps) {
  const { settings, errors, isReadOnly, onChange, onBlur } = props;
  const limit = (setting: 'minimum' | 'maximum') => (
    <NumberText
      label={labels[setting]}
      inputMode={inputMode}
      placeholder="No limit"
      value={settings[setting]}
      // What is no number yet stays as text, so that no keystroke is lost; the rules refuse it, and it is never saved.
      onChange={(value) => onChange(setting, value as number | null)}
      onBlur={() => onBlur(setting)}
      error={errors[setting]}
      readOnly={isReadOnly}
    />
  );
  return (
    <>
      <RequiredSetting {...props} />
      <Group grow align="start" gap="sm">
        {limit('minimum')}
        {limit('maximum')}
      </Group>
    </>
  );
}

const lengths = { minimum: 'Minimum length', maximum: 'Maximum length' };
const numbers = { minimum: 'Minimum', maximum: 'Maximum' };

/** Settings of a text: required, and how long it may be. */
export const TextSettingsForm = (props: SettingsFormProps<TextSettings>) => (
  <LimitsForm {...props} labels={lengths} inputMode="numeric" />
);

/** Settings of an integer: required, and between which whole numbers it is. */
export const IntegerSettingsForm = (props: SettingsFormProps<NumberSettings>) => (
  <LimitsForm {...props} labels={numbers} inputMode="numeric" />
);

/** Settings of a float: required, and between which numbers it is. */
export const FloatSettingsForm = (props: SettingsFormProps<NumberSettings>) => (
  <LimitsForm {...props} labels={numbers} inputMode="decimal" />
);
