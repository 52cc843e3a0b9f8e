import { Input, TextInput } from '@mantine/core';
import { type Option, optionColors, optionLimits } from '@quartermaster/contract/field-types/options.ts';
import { freeSlug } from '@quartermaster/contract/slug.ts';
import { useState } from 'react';
import { EntryButtons } from '../../../../shared/ui/entries/entry-buttons.tsx';
import { NewEntry } from '../../../../shared/ui/entries/new-entry.tsx';
import { useEntries } from '../../../../shared/ui/entries/use-entries.ts';
import classes from './options-input.module.css';
import type { SettingInput } from './setting-input.ts';

/** A list of options: adds, renames, colours, moves and removes them. An option keeps the id that it got from its first label. */
export const OptionsInput: SettingInput = ({ setting, value, onChange, onBlur, error, isReadOnly }) => {
  const options = value as readonly Option[];
  const [label, setLabel] = useState('');
  const list = useEntries(options, onChange);
  const add = () => {
    if (label.trim() === '') return;
    onChange([...options, { id: freeId(options, label), label: label.trim() }]);
    setLabel('');
  };

  return (
    <Input.Wrapper label={setting.label} description={setting.description} error={error} labelElement="div">
      <div ref={list.box}>
        <ol className={classes.options}>
          {options.map((option, index) => (
            <li key={option.id} className={classes.option}>
              <OptionColor
                option={option}
                isReadOnly={isReadOnly}
                onChange={(changed) => onChange(options.with(index, changed))}
              />
              <TextInput
                className={classes.label ?? ''}
                data-control={`label ${index}`}
                aria-label={`Option ${index + 1}`}
                title={option.id}
                autoComplete="off"
                maxLength={optionLimits.labelLength}
                value={option.label}
                onChange={(event) => onChange(options.with(index, { ...option, label: event.currentTarget.value }))}
                onBlur={onBlur}
                readOnly={isReadOnly}
              />
              {!isReadOnly && <EntryButtons name={option.label} index={index} count={options.length} entries={list} />}
            </li>
          ))}
        </ol>
        {!isReadOnly && (
          <NewEntry
            className={classes.label ?? ''}
            aria-label="New option"
            placeholder="New option"
            maxLength={optionLimits.labelLength}
            value={label}
            onChange={setLabel}
            onAdd={add}
            onLeave={add}
          />
        )}
      </div>
    </Input.Wrapper>
  );
};

const nameOf = (color: string): string => color[0]?.toUpperCase() + color.slice(1);

interface OptionColorProps {
  option: Option;
  isReadOnly: boolean;
  onChange: (option: Option) => void;
}

/** The colour of an option: a native select that looks like a swatch, as there may be hundreds. */
function OptionColor({ option, isReadOnly, onChange }: OptionColorProps) {
  const { color = 'gray', label } = option;
  return (
    <span className={classes.color} style={{ background: `var(--mantine-color-${color}-5)` }} title={nameOf(color)}>
      <select
        aria-label={`Colour of ${label}`}
        value={color}
        disabled={isReadOnly}
        onChange={({ currentTarget: { value } }) => {
          const chosen = optionColors.find((one) => one === value);
          if (chosen) onChange({ ...option, color: chosen });
        }}
      >
        {optionColors.map((one) => (
          <option key={one} value={one}>
            {nameOf(one)}
          </option>
        ))}
      </select>
    </span>
  );
}

/** An id for a label that no other option has. */
function freeId(options: readonly Option[], label: string): string {
  const taken = new Set(options.map(({ id }) => id));
  return freeSlug(label, { length: optionLimits.idLength, other: 'option', isTaken: (id) => taken.has(id) });
}
