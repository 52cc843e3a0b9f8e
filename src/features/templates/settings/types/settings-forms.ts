import type { FieldSettings, FieldType } from '@quartermaster/contract/field-types/registry.ts';
import type { ComponentType } from 'react';
import { FloatSettingsForm, IntegerSettingsForm, TextSettingsForm } from './limits-settings.tsx';
import { LinkSettingsForm } from './link-settings.tsx';
import { RequiredSetting } from './required-setting.tsx';
import type { SettingsForm, SettingsFormProps } from './settings-form.ts';

/** The settings form of each field type; leaving one out does not compile. Apart from the views, as a list needs none. */
const settingsForms: { [T in FieldType]: SettingsForm<T> } = {
  text: TextSettingsForm,
  integer: IntegerSettingsForm,
  float: FloatSettingsForm,
  boolean: null,
  'item-link': LinkSettingsForm,
  'item-link-list': LinkSettingsForm,
  group: null,
  'dynamic-group': null,
  'dynamic-group-row': null,
  image: RequiredSetting,
};

/** A settings form whose type is known only as data; it must get settings of that same type. */
export type AnySettingsForm = ComponentType<
  Omit<SettingsFormProps<FieldSettings>, 'onChange' | 'onBlur'> & {
    onChange: (setting: string, value: unknown) => void;
    onBlur: (setting: string) => void;
  }
>;

/** The settings form of a type, beside name and label; `null` where it has no settings of its own. */
export const settingsFormOf = (type: FieldType): AnySettingsForm | null =>
  settingsForms[type] as unknown as AnySettingsForm | null;
