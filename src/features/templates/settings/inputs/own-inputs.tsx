import { Group } from '@mantine/core';
import { type FieldSettings, fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { Setting, SettingKind, Settings } from '@quartermaster/contract/field-types/setting.ts';
import { FlagInput } from './flag-input.tsx';
import { LimitInput } from './limit-input.tsx';
import { OptionsInput } from './options-input.tsx';
import type { SettingInput } from './setting-input.ts';
import { TemplateInput } from './template-input.tsx';

/** The input of each kind of setting; omitting one is a compile error. */
const inputs: Record<SettingKind, SettingInput> = {
  flag: FlagInput,
  limit: LimitInput,
  template: TemplateInput,
  options: OptionsInput,
};

type Entry = [name: string, setting: Setting];

/** Groups settings into lines: consecutive limits share one, every other setting gets its own. */
function linesOf(settings: Settings): Entry[][] {
  const lines: Entry[][] = [];
  for (const entry of Object.entries(settings)) {
    const above = lines.at(-1);
    if (entry[1].kind === 'limit' && above?.[0]?.[1].kind === 'limit') above.push(entry);
    else lines.push([entry]);
  }
  return lines;
}

interface OwnInputsProps {
  settings: FieldSettings;
  errors: Readonly<Record<string, string>>;
  isReadOnly: boolean;
  onChange: (setting: string, value: unknown) => void;
  onBlur: (setting: string) => void;
}

/** The settings that are specific to the field's type. */
export function OwnInputs({ settings, errors, isReadOnly, onChange, onBlur }: OwnInputsProps) {
  const values: Readonly<Record<string, unknown>> = { ...settings };
  const input = ([name, setting]: Entry) => {
    const Input = inputs[setting.kind];
    return (
      <Input
        key={name}
        setting={setting}
        value={values[name]}
        onChange={(value) => onChange(name, value)}
        onBlur={() => onBlur(name)}
        error={errors[name]}
        isReadOnly={isReadOnly}
      />
    );
  };
  return linesOf(fieldTypeOf(settings.type).settings).map((line) => {
    const [first, second] = line;
    if (!first) return null;
    if (!second) return input(first);
    return (
      <Group key={first[0]} grow align="start" gap="sm">
        {line.map(input)}
      </Group>
    );
  });
}
