import { Input, InputBase } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyPart } from '../../ui/lazy/lazy-part.tsx';
import { type Days, daysText } from './days.ts';

/** Props of the filter of a list by days; `null` stands for all of them. */
export interface DaysFilterProps {
  value: Days | null;
  onChange: (days: Days | null) => void;
}

/** What was done with the filter before its code was loaded. */
type EarlyUse = 'none' | 'focused' | 'pressed';

/** Props of the filter's code and of its placeholder. */
export interface DaysInputProps extends DaysFilterProps {
  earlyUse: EarlyUse;
  onEarlyUse: (use: EarlyUse) => void;
}

const Loaded = lazyPart<DaysInputProps>(() => import('./days-input.tsx').then((m) => m.DaysInput), {
  Fallback: ClosedDays,
});

/** Filters a list by days. Its calendar is loaded after the first rows. */
export function DaysFilter(props: DaysFilterProps) {
  const [earlyUse, setEarlyUse] = useState<EarlyUse>('none');
  return <Loaded {...props} earlyUse={earlyUse} onEarlyUse={setEarlyUse} />;
}

/** What it looks like until its code is there. */
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

/** The placeholder of an unused filter. */
export const allDays = 'All dates';

/** The accessible name of the filter, which includes its value. */
export const daysLabel = (value: Days | null): string => `Dates: ${value ? daysText(value) : allDays}`;

/** The icon at the start of the filter. */
export const calendarIcon = {
  leftSection: <IconCalendar size={16} aria-hidden />,
  leftSectionPointerEvents: 'none',
} as const;
