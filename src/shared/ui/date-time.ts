import { lightFormat } from 'date-fns/lightFormat';

const months = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** A day and what follows it. The month's name is not date-fns', whose `format` is 4 kB that every list of items would load. */
function formatWithMonth(moment: string | Date, rest: string): string {
  const date = new Date(moment);
  const month = months.format(Date.UTC(2000, date.getMonth()));
  return lightFormat(date, `dd '${month}'${rest}`);
}

/** A date and time for lists, in the user's time zone: `05 Jan, 2026 9:07:03`. */
export const dateTime = (moment: string): string => formatWithMonth(moment, ', yyyy H:mm:ss');

/** A date for lists, in the user's time zone: `05 Jan, 2026`. */
export const day = (moment: string | Date): string => formatWithMonth(moment, ', yyyy');

/** A date for billing, in the user's time zone: `January 5, 2026`. */
export const billingDate = (moment: string | Date): string =>
  new Date(moment).toLocaleDateString('en-US', { dateStyle: 'long' });
