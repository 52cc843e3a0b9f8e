import { Group } from '@mantine/core';
import { type FieldSettings, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import type { Setting, SettingGroup, SettingKind } from '@quartermaster/contract/field-types/setting.ts';
import { ExtensionSettingInput } from './extension-setting-input.tsx';
import { FlagInput } from './flag-input.tsx';
import { FormulaInput } from './formula-input.tsx';
import { LanguageInput } from './language-input.tsx';
import { LimitInput } from './limit-input.tsx';
import { OptionsInput } from './options-input.tsx';
import { PatternInput } from './pattern-input.tsx';
import { RulesInput } from './rules-input.tsx';
import type { SettingInput } from './setting-input.ts';
import { ShownWhenInput } from './shown-when-input.tsx';
import { TemplateInput } from './template-input.tsx';
import { TemplatesInput } from './templates-input.tsx';
import { TextSettingInput } from './text-setting-input.tsx';
import { ValueInput } from './value-input.tsx';

/** The input of each kind of setting; omitting one is a compile error. */
const inputs: Record<SettingKind, SettingInput> = {
  flag: FlagInput,
  limit: LimitInput,
  template: TemplateInput,
  templates: TemplatesInput,
  options: OptionsInput,
  language: LanguageInput,
  text: TextSettingInput,
  pattern: PatternInput,
  shownWhen: ShownWhenInput,
  formula: FormulaInput,
  extension: ExtensionSettingInput,
  value: ValueInput,
  rules: RulesInput,
};

type Entry = [name: string, setting: Setting];

/** The settings of a type that are in a group, in form order; without those in the template's details. */
export const settingsIn = ({ type }: FieldSettings, group: SettingGroup): Entry[] =>
  Object.entries<Setting>(fieldTypes[type].settings).filter(
    ([, setting]) => setting.group === group && !setting.isOfTemplate,
  );

/** Groups settings into lines: consecutive limits share one, every other setting gets its own. */
function linesOf(entries: readonly Entry[]): Entry[][] {
  const lines: Entry[][] = [];
  for (const entry of entries) {
    const above = lines.at(-1);
    if (entry[1].kind === 'limit' && above?.[0]?.[1].kind === 'limit') above.push(entry);
    else lines.push([entry]);
  }
  return lines;
}

interface GroupInputsProps {
  fieldId: string;
  group: SettingGroup;
  settings: FieldSettings;
  errors: Readonly<Record<string, string>>;
  isReadOnly: boolean;
  onChange: (setting: string, value: unknown) => void;
  onBlur: (setting: string) => void;
}

/** The inputs of a group of settings, except name, label and type. */
export function GroupInputs({ fieldId, group, settings, errors, isReadOnly, onChange, onBlur }: GroupInputsProps) {
  const values: Readonly<Record<string, unknown>> = { ...settings };
  const input = ([name, setting]: Entry) => {
    const Input = inputs[setting.kind];
    return (
      <Input
        key={name}
        setting={setting}
        fieldId={fieldId}
        settings={settings}
        value={values[name] ?? setting.initial}
        onChange={(value) => onChange(name, value)}
        onBlur={() => onBlur(name)}
        error={errors[name]}
        isReadOnly={isReadOnly || setting.isDerived === true}
      />
    );
  };
  return linesOf(settingsIn(settings, group)).map((line) => {
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
