import { TextInput, type TextInputProps } from '@mantine/core';
import type { FieldValue } from '@quartermaster/contract/field-types/field-type.ts';
import { parseNumber } from '@quartermaster/contract/field-types/number.ts';
import { type KeyboardEvent, useState } from 'react';
import classes from './number.module.css';

/** The number that a text represents, or the text itself if it is not a number, so that nothing typed is lost. */
export function readNumber(text: string): FieldValue {
  const parsed = parseNumber(text);
  return 'reason' in parsed || !Number.isFinite(parsed.value ?? 0) ? text : parsed.value;
}

interface NumberTextProps extends Omit<TextInputProps, 'value' | 'onChange' | 'inputMode'> {
  /** The number, or the typed text if it is not one. */
  value: FieldValue | undefined;
  onChange: (value: FieldValue) => void;
  inputMode: 'numeric' | 'decimal';
}

/**
 * A text input for numbers: `1.` and `1e3` stay as typed while the value is the number. The up and down arrow keys change it.
 */
export function NumberText({ value, onChange, ...input }: NumberTextProps) {
  const [text, setText] = useState('');
  const isCurrent = readNumber(text) === (value ?? null);
  const displayed = isCurrent ? text : String(value ?? '');
  const change = (next: string) => {
    setText(next);
    onChange(readNumber(next));
  };
  const step = (event: KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined || input.readOnly || typeof (value ?? 0) !== 'number') return;
    event.preventDefault();
    // Repeated decimal steps would show 0.30000000000000004.
    change(String(Number((Number(value ?? 0) + by).toFixed(10))));
  };
  return (
    <TextInput
      autoComplete="off"
      classNames={{ input: classes.number ?? '' }}
      {...input}
      value={displayed}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={step}
    />
  );
}
