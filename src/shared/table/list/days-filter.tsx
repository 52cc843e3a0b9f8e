import { Input, InputBase } from '@mantine/core';
import { useState } from 'react';
import { lazyPart } from '../../ui/lazy/lazy-part.tsx';
import { daysText } from './days.ts';
import {
  allDays,
  calendarIcon,
  type DaysFilterProps,
  type DaysInputProps,
  daysLabel,
  type EarlyUse,
} from './days-look.tsx';

const Loaded = lazyPart<DaysInputProps>(() => import('./days-input.tsx').then((m) => m.DaysInput), {
  Fallback: ClosedDays,
});

/** Filters a list by days. Its calendar is loaded after the first rows. */
export function DaysFilter(props: DaysFilterProps) {
  const [earlyUse, setEarlyUse] = useState<EarlyUse>('none');
  return <Loaded {...props} earlyUse={earlyUse} onEarlyUse={setEarlyUse} />;
}

/** The placeholder until its code is loaded. */
function ClosedDays({ value, onEarlyUse }: DaysInputProps) {
  return (
    <InputBase
      component="button"
      type="button"
      pointer
      multiline
      aria-label={daysLabel(value)}
      aria-haspopup="dialog"
      aria-expanded={false}
      onFocus={() => onEarlyUse('focused')}
      onBlur={() => onEarlyUse('none')}
      onClick={() => onEarlyUse('pressed')}
      {...calendarIcon}
    >
      {value ? daysText(value) : <Input.Placeholder>{allDays}</Input.Placeholder>}
    </InputBase>
  );
}
