import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';

const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

const units = [
  ['day', millisecondsInDay],
  ['hour', millisecondsInHour],
  ['minute', millisecondsInMinute],
] as const;

/** The time since a moment, both in milliseconds since 1970: `5 minutes ago`, or `a moment ago` if it is less than one. */
export function timeAgo(at: number, now: number): string {
  const passed = now - at;
  const [unit, length] = units.find(([, least]) => passed >= least) ?? [];
  return unit ? words.format(-Math.floor(passed / length), unit) : 'a moment ago';
}
