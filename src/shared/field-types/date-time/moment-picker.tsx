import { NativeSelect } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import { millisecondsOf, momentText } from '@quartermaster/contract/field-types/moment.ts';
import { localTime, momentOf, momentsAt, zoneOffset } from '@quartermaster/contract/time-zone.ts';
import { type ReactNode, useId, useState } from 'react';
import { CalendarStyles, calendarLook } from '../../ui/dates/calendar.tsx';
import { IconCalendar } from '../../ui/icons/calendar.ts';
import { lazyPart } from '../../ui/lazy/lazy-part.tsx';
import type { HelpProps } from '../field-type-view.ts';
import classes from './date-time.module.css';
import { momentLabel, offsetText, viewerOffset, viewerZone } from './time-zone.ts';

/** Forms of items do not load it. */
const TypedMoment = lazyPart(() => import('./typed-moment.tsx').then((m) => m.TypedMoment));

export interface MomentPickerProps extends HelpProps {
  /** A moment in its stored form, or a text that is not one. */
  value: string | null;
  onChange: (moment: string | null) => void;
  onBlur?: () => void;
  label?: ReactNode;
  'aria-label'?: string;
  withAsterisk?: boolean;
  error?: string | undefined;
  /** Names the time zone, and the moment in UTC, below the input. */
  hasZone?: boolean;
  /** The date and the time are typed, without seconds. */
  isTyped?: boolean;
  /** Called with whether a typed time was left that is none, and is not in `value`. */
  onUnread?: (isUnread: boolean) => void;
  /** The time zone of the local time; the viewer's by default. */
  zone?: string | undefined;
}

/** Chooses a moment by its local time: on a day when clocks go back, one of two; when they go forward, a later one. */
export function MomentPicker(props: MomentPickerProps) {
  const { value, onChange, onUnread, hasZone = false, isTyped = false, zone, ...input } = props;
  const offsetAt = zone === undefined ? viewerOffset : zoneOffset(zone);
  const zoneName = zone ?? viewerZone();
  // The popover names itself after its target by an id that the input replaces by its own.
  const id = useId();
  const [skipped, setSkipped] = useState<string | null>(null);
  const moment = value === null ? Number.NaN : millisecondsOf(value);
  const local = Number.isNaN(moment) ? null : localTime(moment, offsetAt);
  const isUtc = zoneName === 'UTC';
  const repeated = local === null ? [] : momentsAt(local, offsetAt);
  const choose = (chosen: string | null) => {
    setSkipped(null);
    if (chosen === null) return onChange(null);
    if (momentsAt(chosen, offsetAt).length === 0) setSkipped(chosen);
    onChange(momentText(momentOf(chosen, offsetAt)));
  };
  return (
    <div className={classes.moment}>
      <CalendarStyles />
      {isTyped ? (
        <TypedMoment {...input} value={local} onChange={choose} onUnread={onUnread} />
      ) : (
        <DateTimePicker
          {...input}
          {...calendarLook}
          id={id}
          aria-haspopup="dialog"
          leftSection={<IconCalendar size={16} aria-hidden />}
          leftSectionPointerEvents="none"
          value={local}
          onChange={choose}
          valueFormat={(text) => (text === local ? momentLabel(moment, offsetAt) : text)}
          placeholder="No date"
          withSeconds
          timePickerProps={{
            hoursInputLabel: 'Hours',
            minutesInputLabel: 'Minutes',
            secondsInputLabel: 'Seconds',
          }}
          submitButtonProps={{ 'aria-label': 'Done' }}
          popoverProps={{ id, returnFocus: true, width: 'auto' }}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear' }}
        />
      )}
      {hasZone && local !== null && !(isTyped && isUtc) && (
        <span className={classes.zone}>
          {isUtc
            ? `UTC: ${value}`
            : `${zoneName}, ${offsetText(offsetAt(moment))}. In UTC: ${isTyped ? momentLabel(moment, () => 0) : value}`}
        </span>
      )}
      {skipped !== null && (
        <span className={classes.zone} role="status">
          Clocks skip {skipped} in this time zone, so a later time was taken.
        </span>
      )}
      {repeated.length > 1 && (
        <NativeSelect
          size="xs"
          label="Clocks show this time twice"
          value={momentText(moment)}
          onChange={(event) => onChange(event.currentTarget.value)}
          data={repeated.map((at, index) => ({
            value: momentText(at),
            label: `${index === 0 ? 'First' : 'Second'}, ${offsetText(offsetAt(at))}`,
          }))}
        />
      )}
    </div>
  );
}
