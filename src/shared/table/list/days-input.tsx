import { DatePickerInput } from '@mantine/dates';
import styles from '@mantine/dates/styles.css?inline';
import { format } from 'date-fns/format';
import { useEffect, useId, useRef, useState } from 'react';
import { useServices } from '../../services/services.ts';
import { daysText } from './days.ts';
import { allDays, calendarIcon, type DaysInputProps, daysLabel } from './days-look.tsx';

const ariaLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
};

/** The input of a {@link DaysFilter}: a range of days, chosen in a calendar. */
export function DaysInput({ value, onChange, earlyUse }: DaysInputProps) {
  const { nonce } = useServices();
  // The popover names itself after its target by an id that the input replaces by its own.
  const id = useId();
  // While only its first day is chosen, a range is no filter yet.
  const [begun, setBegun] = useState<string | null>(null);
  const input = useRef<HTMLButtonElement>(null);
  const [firstUse] = useState(earlyUse);
  useEffect(() => {
    if (firstUse === 'none') return;
    input.current?.focus();
    if (firstUse === 'pressed') input.current?.click();
  }, [firstUse]);
  return (
    <>
      {/* With the code, as most pages have no calendar: the stylesheet of the console is loaded before the first rows. */}
      <style nonce={nonce}>{styles}</style>
      <DatePickerInput
        ref={input}
        id={id}
        type="range"
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
        hideOutsideDates
        // Red is for errors, and too dark on a dark page.
        weekendDays={[]}
        maxDate={format(new Date(), 'yyyy-MM-dd')}
        ariaLabels={ariaLabels}
        popoverProps={{ id, returnFocus: true, width: 'auto' }}
        clearable
        clearButtonProps={{ 'aria-label': 'Show all dates' }}
      />
    </>
  );
}
