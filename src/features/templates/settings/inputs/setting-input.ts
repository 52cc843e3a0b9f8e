import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import type { Setting } from '@quartermaster/contract/field-types/setting.ts';
import type { ComponentType } from 'react';

/** The props that the field form passes to the input of a setting. */
interface SettingInputProps {
  setting: Setting;
  /** The id of the field. */
  fieldId: string;
  /** All settings of the field. */
  settings: FieldSettings;
  /** The value, or the typed text if it is not valid. */
  value: unknown;
  onChange: (value: unknown) => void;
  onBlur: () => void;
  error: string | undefined;
  isReadOnly: boolean;
}

export type SettingInput = ComponentType<SettingInputProps>;
