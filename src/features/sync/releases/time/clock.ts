import { localTime, type OffsetAt, zoneOffset } from '@quartermaster/contract/time-zone.ts';
import { momentLabel } from '../../../../shared/field-types/date-time/time-zone.ts';
import { shortName } from './day-names.ts';
import { zoneCity } from './zone-cities.ts';

/** The time of the clocks at a moment: `09:05`. */
export const clockTime = (moment: number, offsetAt: OffsetAt): string => localTime(moment, offsetAt).slice(11, 16);

/** The day of a moment, for calendars: `2026-11-03`. */
export const localDay = (moment: number, offsetAt: OffsetAt): string => localTime(moment, offsetAt).slice(0, 10);

/** The weekday of a moment: `Tue`. */
export const shortWeekday = (moment: number, offsetAt: OffsetAt): string => shortName(localDay(moment, offsetAt));

/** A moment with its weekday, in the format of all dates, and its time: `Tue, 01 Dec, 2026 09:05`. */
export const weekdayTime = (moment: number, offsetAt: OffsetAt): string =>
  `${shortWeekday(moment, offsetAt)}, ${momentLabel(moment, offsetAt).replace(/\S+$/, clockTime(moment, offsetAt))}`;

/** A zone by its city, with its offset at a moment: `Tokyo, UTC+09:00`. */
export const zoneText = (moment: number, zone: string): string =>
  zone === 'UTC' ? zone : `${zoneCity(zone)}, ${fullOffset(zoneOffset(zone)(moment))}`;

/** An offset from UTC in hours and minutes, which lines up in lists: `UTC−08:00`. */
export function fullOffset(minutes: number): string {
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '−' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}
