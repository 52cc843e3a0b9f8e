import { localTime, type OffsetAt } from '../../../../shared/field-types/date-time/time-zone.ts';

const weekdays = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });
const days = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });

/** The time of the clocks at a moment: `09:05`. */
export const clockTime = (moment: number, offsetAt: OffsetAt): string => localTime(moment, offsetAt).slice(11, 16);

/** The day of a moment, for calendars: `2026-11-03`. */
export const localDay = (moment: number, offsetAt: OffsetAt): string => localTime(moment, offsetAt).slice(0, 10);

const asUtc = (moment: number, offsetAt: OffsetAt): number => Date.parse(`${localDay(moment, offsetAt)}T00:00:00Z`);

/** The weekday of a moment: `Tue`. */
export const shortWeekday = (moment: number, offsetAt: OffsetAt): string => weekdays.format(asUtc(moment, offsetAt));

/** A moment with its weekday: `Tue, 1 Dec, 18:00`. */
export const weekdayTime = (moment: number, offsetAt: OffsetAt): string =>
  `${days.format(asUtc(moment, offsetAt))}, ${clockTime(moment, offsetAt)}`;

/** An offset from UTC in hours and minutes, which lines up in lists: `UTC−08:00`. */
export function fullOffset(minutes: number): string {
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '−' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}
