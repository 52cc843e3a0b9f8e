import type { Setting } from '@quartermaster/contract/field-types/setting.ts';
import type { ComponentType } from 'react';

/** What the field form gives to the input of a setting. */
interface SettingInputProps {
  setting: Setting;
  /** The value, or what was typed in its place. */
  value: unknown;
  onChange: (value: unknown) => void;
  onBlur: () => void;
  error: string | undefined;
  isReadOnly: boolean;
}

export type SettingInput = ComponentType<SettingInputProps>;
