import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';

const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

const units = [
  ['day', millisecondsInDay],
  ['hour', millisecondsInHour],
  ['minute', millisecondsInMinute],
] as const;

/** The time since a moment, both in milliseconds since 1970: `5 minutes ago`, or `a moment ago` if it is less than one. */
export const timeAgo = (at: number, now: number): string => distance(now - at, -1) ?? 'a moment ago';

/** The time to a moment, both in milliseconds since 1970: `in 5 minutes`, or `in a moment` if it is less than one. */
export const timeUntil = (at: number, now: number): string => distance(at - now, 1) ?? 'in a moment';

function distance(length: number, sign: 1 | -1): string | null {
  const [unit, least] = units.find(([, one]) => length >= one) ?? [];
  return unit ? words.format(sign * Math.floor(length / least), unit) : null;
}
