import { ActionIcon, TextInput } from '@mantine/core';
import { type KeyboardEvent, useId, useState } from 'react';
import { IconMinus } from '../../../../shared/ui/icons/minus.ts';
import { IconPlus } from '../../../../shared/ui/icons/plus.ts';
import classes from '../billing.module.css';

interface StepperProps {
  label: string;
  /** The unit, e.g. `seat`. */
  one: string;
  value: number;
  onChange: (value: number) => void;
  max: number;
  isDisabled: boolean;
  error?: string | undefined;
}

/** A whole number from 0, stepped or typed. */
export function Stepper({ label, one, value, onChange, max, isDisabled, error }: StepperProps) {
  const id = useId();
  // While the typed text is not a number, the last number counts, until blur.
  const [typed, setTyped] = useState<string | null>(null);
  const step = (by: number) => {
    setTyped(null);
    onChange(Math.min(max, Math.max(0, value + by)));
  };
  const type = (text: string) => {
    setTyped(text);
    if (/^\d{1,5}$/.test(text.trim())) onChange(Math.min(max, Number(text)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(by);
  };
  return (
    <div className={classes.stepper}>
      <label htmlFor={id}>{label}</label>
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label={`One ${one} less`}
        disabled={isDisabled || value === 0}
        onClick={() => step(-1)}
      >
        <IconMinus size={16} />
      </ActionIcon>
      <TextInput
        id={id}
        role="spinbutton"
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={max}
        inputMode="numeric"
        autoComplete="off"
        w={72}
        value={typed ?? String(value)}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => setTyped(null)}
        onKeyDown={onKeyDown}
        disabled={isDisabled}
        aria-invalid={error !== undefined}
        {...(error !== undefined && { 'aria-describedby': `${id}-error` })}
      />
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label={`One ${one} more`}
        disabled={isDisabled || value >= max}
        onClick={() => step(1)}
      >
        <IconPlus size={16} />
      </ActionIcon>
      {error !== undefined && (
        <p id={`${id}-error`} className={classes.wrong}>
          {error}
        </p>
      )}
    </div>
  );
}
