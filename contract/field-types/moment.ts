import type { Parsed } from './field-type.ts';

const pattern = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2})(?:\.(\d+))?)?(?: ?(Z|[+-]\d{2}:?\d{2}))?$/i;

/** Error message for a value that is no moment. */
export const notMoment = 'should be a date and time with a zone, such as 2026-11-25T03:00:00Z';

/** The stored form of a moment: UTC to the second, `2026-11-25T03:00:00Z`. */
export const momentText = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}Z`;

/** Milliseconds since 1970 of a moment in its stored form. */
export const millisecondsOf = (moment: string): number => Date.parse(moment);

/** Parses a date and time of ISO 8601 with a zone: `2026-11-25T03:00:00Z`, `2026-11-25 04:00+01:00`. */
export function readMoment(typed: string): Parsed {
  const [, day, time, seconds = '00', fraction = '', zone] = pattern.exec(typed.trim()) ?? [];
  if (!day || !time) return { reason: notMoment };
  const local = Date.parse(`${day}T${time}:${seconds}Z`);
  // JavaScript reads 30 February as 2 March, and 24:00 as the next day.
  if (Number.isNaN(local) || momentText(local) !== `${day}T${time}:${seconds}Z`)
    return { reason: `${day} ${time}:${seconds} is not a date and time of the calendar` };
  if (!zone) return { reason: 'add a zone, such as Z for UTC or +01:00' };
  if (/[1-9]/.test(fraction)) return { reason: 'should have no fraction of a second' };
  const offset = minutesOf(zone);
  if (offset === undefined) return { reason: `${zone} is not a zone` };
  const moment = local - offset * 60_000;
  if (moment < earliest || moment > latest) return { reason: 'should be a moment of the years 1 to 9999' };
  return { value: momentText(moment) };
}

const earliest = Date.parse('0001-01-01T00:00:00Z');
const latest = Date.parse('9999-12-31T23:59:59Z');

/** The offset of a zone from UTC in minutes; undefined for one beyond those of the world. */
function minutesOf(zone: string): number | undefined {
  if (zone.toUpperCase() === 'Z') return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  const offset = Number(hours) * 60 + Number(minutes);
  if (Number(minutes) > 59 || offset > 14 * 60) return undefined;
  return sign === '-' ? -offset : offset;
}
