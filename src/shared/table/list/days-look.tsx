import { IconCalendar } from '../../ui/icons/calendar.ts';
import { type Days, daysText } from './days.ts';

/** Props of the filter of a list by days; `null` stands for all of them. */
export interface DaysFilterProps {
  value: Days | null;
  onChange: (days: Days | null) => void;
}

/** The user's action on the filter before its code was loaded. */
export type EarlyUse = 'none' | 'focused' | 'pressed';

/** Props of the filter's code and of its placeholder. */
export interface DaysInputProps extends DaysFilterProps {
  earlyUse: EarlyUse;
  onEarlyUse: (use: EarlyUse) => void;
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
