import { TextInput } from '@mantine/core';
import type { FieldValue } from '@quartermaster/contract/field-types/field-type.ts';
import type { NumberSettings } from '@quartermaster/contract/field-types/number.ts';
import { checkFloatText } from '@quartermaster/contract/filters.ts';
import { type KeyboardEvent, useState } from 'react';
import type { FieldInputProps } from './field-input.ts';
import classes from './inputs.module.css';

/** The number that a text says, or the text itself where it says none, so that nothing typed is lost. */
export function parseNumber(text: string): FieldValue {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return checkFloatText(trimmed) === undefined && Number.isFinite(Number(trimmed)) ? Number(trimmed) : text;
}

/** An input of text that means a number: `1.` and `1e3` stay as typed while their number is the value. */
function NumberText(props: FieldInputProps<NumberSettings> & { mode: 'numeric' | 'decimal' }) {
  const { settings, label, value, onChange, onBlur, error, inputRef, mode } = props;
  const [text, setText] = useState('');
  const isCurrent = parseNumber(text) === (value ?? null);
  const shown = isCurrent ? text : String(value ?? '');
  const change = (next: string) => {
    setText(next);
    onChange(parseNumber(next));
  };
  const step = (event: KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined || typeof (value ?? 0) !== 'number') return;
    event.preventDefault();
    // Steps of a decimal would show 0.30000000000000004.
    change(String(Number((Number(value ?? 0) + by).toFixed(10))));
  };
  return (
    <TextInput
      ref={inputRef}
      label={label}
      withAsterisk={settings.required}
      inputMode={mode}
      autoComplete="off"
      classNames={{ input: classes.number ?? '' }}
      value={shown}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={step}
      onBlur={onBlur}
      error={error}
    />
  );
}

/** A whole number; the arrow keys count up and down. */
export const IntegerInput = (props: FieldInputProps<NumberSettings>) => <NumberText {...props} mode="numeric" />;

/** A decimal number; the arrow keys count up and down. */
export const FloatInput = (props: FieldInputProps<NumberSettings>) => <NumberText {...props} mode="decimal" />;
