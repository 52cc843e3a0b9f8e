import type { CommonSettings } from '@quartermaster/contract/field-types/field-type.ts';
import type { FieldType, SettingsOf } from '@quartermaster/contract/field-types/registry.ts';
import type { ComponentType } from 'react';

/** What the template editor gives to the part of the form that asks for some of a field's settings. */
export interface SettingsFormProps<S> {
  settings: S;
  /** What is to be said of each setting. */
  errors: Readonly<Record<string, string>>;
  isReadOnly: boolean;
  onChange: <K extends keyof S & string>(setting: K, value: S[K]) => void;
  onBlur: (setting: keyof S & string) => void;
}

/** The form of the settings that a type has beside name and label; `null` for a type that has none. */
export type SettingsForm<T extends FieldType> = keyof SettingsOf<T> extends keyof CommonSettings
  ? null
  : ComponentType<SettingsFormProps<SettingsOf<T>>>;
