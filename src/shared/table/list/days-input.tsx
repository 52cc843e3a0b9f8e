import { DatePickerInput } from '@mantine/dates';
import { useEffect, useId, useRef, useState } from 'react';
import { isoDay } from '../../ui/date-time.ts';
import { CalendarStyles, calendarLook } from '../../ui/dates/calendar.tsx';
import { daysText, usualDays } from './days.ts';
import classes from './days-input.module.css';
import { allDays, calendarIcon, type DaysInputProps, daysLabel } from './days-look.tsx';

/** The input of a {@link DaysFilter}: a range of days, chosen in a calendar. */
export function DaysInput({ value, onChange, earlyUse }: DaysInputProps) {
  // The popover names itself after its target by an id that the input replaces by its own.
  const id = useId();
  // While only its first day is chosen, a range is no filter yet.
  const [begun, setBegun] = useState<string | null>(null);
  const today = new Date();
  const input = useRef<HTMLButtonElement>(null);
  const [firstUse] = useState(earlyUse);
  useEffect(() => {
    if (firstUse === 'none') return;
    input.current?.focus();
    if (firstUse === 'pressed') input.current?.click();
  }, [firstUse]);
  return (
    <>
      <CalendarStyles />
      <DatePickerInput
        ref={input}
        id={id}
        type="range"
        classNames={{ datePickerRoot: classes.calendar ?? '', presetsList: classes.ranges ?? '' }}
        {...calendarIcon}
        aria-label={daysLabel(value)}
        aria-haspopup="dialog"
        placeholder={allDays}
        valueFormatter={() => (value && !begun ? daysText(value) : '')}
        value={begun ? [begun, null] : value ? [value.first, value.last] : [null, null]}
        onChange={([first, last]) => {
          setBegun(first && !last ? first : null);
          if (first && last) onChange({ first, last });
          else if (!first && value) onChange(null);
        }}
        allowSingleDateInRange
        presets={usualDays(today).map(({ label, days: { first, last } }) => ({
          label,
          value: [first, last] as [string, string],
        }))}
        {...calendarLook}
        maxDate={isoDay(today)}
        popoverProps={{ id, returnFocus: true, width: 'auto' }}
        clearable
        clearButtonProps={{ 'aria-label': 'Show all dates' }}
      />
    </>
  );
}
