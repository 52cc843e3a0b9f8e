import { MultiSelect, Select, Textarea, TextInput } from '@mantine/core';
import { type FieldSettings, fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { ShownWhen } from '@quartermaster/contract/field-types/shown-when.ts';
import { canDecide, dependsOnItself } from '@quartermaster/contract/rules/shown-when.ts';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { settingText } from '../../../../shared/template-changes/setting-texts.ts';
import { nameOf } from '../../../../shared/template-changes/template-state.ts';
import { descendantsOf } from '../../../../shared/tree/tree-shape.ts';
import { placedField } from '../../model/check-draft.ts';
import type { Draft } from '../../model/draft.ts';
import { useEditor } from '../../model/editor-context.ts';
import classes from '../settings.module.css';
import type { SettingInput } from './setting-input.ts';

/** Another field, and the values of it with which the field is shown. */
export const ShownWhenInput: SettingInput = ({ setting, fieldId, value, onChange, onBlur, error, isReadOnly }) => {
  const draft = useAtomValue(useEditor().draft);
  const shownWhen = value as ShownWhen | null;
  const other = shownWhen ? draft.settings.get(shownWhen.field) : undefined;
  const { label, description } = setting;
  // Looked up only while they can be seen: this renders with every keystroke in the editor.
  const [isOpen, setOpen] = useState(false);
  if (isReadOnly) {
    const text = shownWhen ? (settingText('shownWhen', shownWhen) ?? '') : 'Always';
    return <TextInput label={label} description={description} value={text} readOnly />;
  }
  const choose = (id: string | null) => {
    const chosen = id === null ? undefined : draft.settings.get(id);
    onChange(id && chosen ? { field: id, is: chosen.type === 'boolean' ? [true] : [] } : null);
  };
  return (
    <>
      <Select
        label={label}
        description={description}
        placeholder="Always"
        data={isOpen ? fieldsThatDecide(draft, fieldId) : chosenOf(draft, shownWhen)}
        onDropdownOpen={() => setOpen(true)}
        onDropdownClose={() => setOpen(false)}
        value={other && shownWhen ? shownWhen.field : null}
        onChange={choose}
        onBlur={onBlur}
        error={other ? undefined : error}
        searchable
        clearable
        nothingFoundMessage="No field that can show this one"
      />
      {shownWhen && other && (
        <WantedValues
          key={shownWhen.field}
          settings={other}
          is={shownWhen.is}
          onChange={(is) => onChange({ ...shownWhen, is })}
          onBlur={onBlur}
          error={error}
        />
      )}
    </>
  );
};

/** The option of the field that is chosen. */
const chosenOf = (draft: Draft, shownWhen: ShownWhen | null) =>
  shownWhen && draft.settings.has(shownWhen.field)
    ? [{ value: shownWhen.field, label: nameOf(draft, shownWhen.field) }]
    : [];

/** The fields that can show a field, in the order of the template; names that several have are told apart by the id. */
function fieldsThatDecide(draft: Draft, fieldId: string) {
  const find = (id: string) => placedField(draft, id);
  const field = find(fieldId);
  if (!field) return [];
  return descendantsOf(draft.shape, null).flatMap((id) => {
    const other = find(id);
    if (!other || id === fieldId || !canDecide(other, field, find)) return [];
    const candidate = { ...field, settings: { ...field.settings, shownWhen: { field: id, is: [] } } };
    const isInCircle = dependsOnItself(fieldId, (one) => (one === fieldId ? candidate : find(one)));
    return isInCircle ? [] : [{ value: id, label: nameOf(draft, id) }];
  });
}

interface WantedValuesProps {
  settings: FieldSettings;
  is: ShownWhen['is'];
  onChange: (is: ShownWhen['is']) => void;
  onBlur: () => void;
  error: string | undefined;
}

/** The values of the other field: some of those that there are, or one a line. */
function WantedValues({ settings, is, onChange, ...input }: WantedValuesProps) {
  const choices = choicesOf(settings);
  const [typed, setTyped] = useState(() => is.join('\n'));
  const label = `${settings.label || settings.name} is`;
  if (choices) {
    return (
      <MultiSelect
        {...input}
        label={label}
        data={choices.map(({ text, value }) => ({ value: String(value), label: text }))}
        value={is.map(String)}
        onChange={(chosen) => onChange(choices.flatMap(({ value }) => (chosen.includes(String(value)) ? [value] : [])))}
      />
    );
  }
  const read = linesOf(typed, settings);
  return (
    <Textarea
      {...input}
      label={label}
      description="One value a line"
      rows={2}
      classNames={{ input: classes.text ?? '' }}
      // The draft has no blank lines, such as the one that is about to be typed into.
      value={read.join('\n') === is.join('\n') ? typed : is.join('\n')}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        onChange(linesOf(value, settings));
      }}
    />
  );
}

/** The values of a field that has few; undefined for others. */
function choicesOf(settings: FieldSettings): { value: string | boolean; text: string }[] | undefined {
  if (settings.type === 'boolean')
    return [
      { value: true, text: 'Yes' },
      { value: false, text: 'No' },
    ];
  return 'options' in settings ? settings.options.map(({ id, label }) => ({ value: id, text: label })) : undefined;
}

/** Values between line breaks; what is no value of the field stays text. */
const linesOf = (text: string, settings: FieldSettings): ShownWhen['is'] =>
  text.split('\n').flatMap((line) => {
    if (line.trim() === '') return [];
    const parsed = fieldTypeOf(settings.type).parse(line, settings);
    return 'reason' in parsed ? [line] : [parsed.value as string | number];
  });
