import { localTime, type OffsetAt } from '@quartermaster/contract/time-zone.ts';

/** The viewer's time zone. */
export const viewerOffset: OffsetAt = (moment) => -new Date(moment).getTimezoneOffset();

/** The name of the viewer's time zone, such as `Europe/Berlin`. */
export const viewerZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A moment as dates are written in the console, in local time: `05 Jan, 2026 9:07:03`. */
export function momentLabel(moment: number, offsetAt: OffsetAt): string {
  const [date = '', time = ''] = localTime(moment, offsetAt).split(' ');
  const [year, month, day] = date.split('-');
  return `${day} ${months[Number(month) - 1]}, ${year} ${time.replace(/^0/, '')}`;
}

/** An offset from UTC: `UTC+1`, `UTC-3:30`, `UTC`. */
export function offsetText(minutes: number): string {
  if (minutes === 0) return 'UTC';
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}
