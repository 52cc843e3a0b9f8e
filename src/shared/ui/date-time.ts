import { millisecondsInWeek } from 'date-fns/constants';
import { lightFormat } from 'date-fns/lightFormat';
import { timeAgo } from './time-ago.ts';

const months = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** A day and what follows it. The month's name is not date-fns', whose `format` is 4 kB that every list of items would load. */
function formatWithMonth(moment: string | Date, rest: string): string {
  const date = new Date(moment);
  const month = months.format(Date.UTC(2000, date.getMonth()));
  return lightFormat(date, `dd '${month}'${rest}`);
}

/** A date and time for lists, in the user's time zone: `05 Jan, 2026 9:07:03`. */
export const dateTime = (moment: string): string => formatWithMonth(moment, ', yyyy H:mm:ss');

/** When something was, where the full time is in its tooltip: `5 minutes ago` within a week, else `05 Jan, 2026`. */
export function whenText(moment: string, now = Date.now()): string {
  const at = Date.parse(moment);
  return now - at < millisecondsInWeek ? timeAgo(at, now) : day(moment);
}

/** A date for lists, in the user's time zone: `05 Jan, 2026`. */
export const day = (moment: string | Date): string => formatWithMonth(moment, ', yyyy');

/** A date with its weekday, in the user's time zone: `Monday, 05 Jan, 2026`. */
export const dayOfWeek = (moment: string): string =>
  `${new Date(moment).toLocaleDateString('en-US', { weekday: 'long' })}, ${day(moment)}`;

/** A date for inputs and addresses, in the user's time zone: `2026-01-05`. */
export const isoDay = (moment: string | Date): string => lightFormat(new Date(moment), 'yyyy-MM-dd');

/** A time of day, in the user's time zone: `09:07`. */
export const timeOfDay = (moment: string): string => lightFormat(new Date(moment), 'HH:mm');

/** The user's time zone at a moment: `GMT+1`, `EST`. */
const zoneText = (moment: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' })
    .formatToParts(new Date(moment))
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** When something is due, in the user's time zone: `Mon 09:07 GMT+1` within six days, else `05 Jan`. */
export function dueText(moment: string, now = new Date()): string {
  const days = (new Date(moment).getTime() - now.getTime()) / 86_400_000;
  if (days < 0 || days > 6) return formatWithMonth(moment, '');
  return `${new Date(moment).toLocaleDateString('en-US', { weekday: 'short' })} ${timeOfDay(moment)} ${zoneText(moment)}`;
}

/** A date for billing, in the user's time zone: `January 5, 2026`. */
export const billingDate = (moment: string | Date): string =>
  new Date(moment).toLocaleDateString('en-US', { dateStyle: 'long' });
