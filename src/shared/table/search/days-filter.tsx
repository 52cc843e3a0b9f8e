import { Input, InputBase } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazyPart } from '../../ui/lazy/lazy-part.tsx';
import { type Days, daysText } from './days.ts';

/** Props of the filter of a list by days; `null` stands for all of them. */
export interface DaysFilterProps {
  value: Days | null;
  onChange: (days: Days | null) => void;
}

/** Filters a list by days. Its calendar is loaded after the first rows. */
export const DaysFilter = lazyPart<DaysFilterProps>(() => import('./days-input.tsx').then((m) => m.DaysInput), {
  Fallback: ClosedDays,
});

/** What it looks like until its code is there. */
function ClosedDays({ value }: DaysFilterProps) {
  return (
    <InputBase component="button" type="button" pointer multiline aria-label={daysLabel(value)} {...calendarIcon}>
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
