/** The minutes by which local time is ahead of UTC at a moment, in milliseconds since 1970. */
export type OffsetAt = (moment: number) => number;

/** The viewer's time zone. */
export const viewerOffset: OffsetAt = (moment) => -new Date(moment).getTimezoneOffset();

const offsets = new Map<string, OffsetAt>();

/** The offsets of a time zone of the IANA database, always the same function, as lists show one in each row. */
export function zoneOffset(timeZone: string): OffsetAt {
  const known = offsets.get(timeZone) ?? createZoneOffset(timeZone);
  offsets.set(timeZone, known);
  return known;
}

function createZoneOffset(timeZone: string): OffsetAt {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (moment) => {
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
    const [year = 0, month = 0, ...rest] = (['year', 'month', 'day', 'hour', 'minute', 'second'] as const).map(
      (part) => parts.get(part) ?? 0,
    );
    const [dayOfMonth = 0, hour = 0, minutes = 0, seconds = 0] = rest;
    const local = Date.UTC(year, month - 1, dayOfMonth, hour, minutes, seconds);
    return Math.round((local - moment) / minute);
  };
}

/** The name of the viewer's time zone, such as `Europe/Berlin`. */
export const viewerZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

const minute = 60_000;
const day = 24 * 60 * minute;

/** A local time, `2026-11-25 04:00:00`, as if it were in UTC. */
const asUtc = (local: string): number => Date.parse(`${local.replace(' ', 'T')}Z`);

/** The local time of a moment: `2026-11-25 04:00:00`. */
export const localTime = (moment: number, offsetAt: OffsetAt): string =>
  new Date(moment + offsetAt(moment) * minute).toISOString().slice(0, 19).replace('T', ' ');

/** The moments at which clocks show a local time: none if they skip it, two if they repeat it, else one. */
export function momentsAt(local: string, offsetAt: OffsetAt): number[] {
  const target = asUtc(local);
  const offsets = new Set([offsetAt(target - day), offsetAt(target + day)]);
  return [...offsets]
    .map((offset) => target - offset * minute)
    .filter((moment) => localTime(moment, offsetAt) === local)
    .sort((a, b) => a - b);
}

/** The moment that takes the place of a local time that clocks skip: as much later as they go forward. */
const momentAfterGap = (local: string, offsetAt: OffsetAt): number =>
  asUtc(local) - offsetAt(asUtc(local) - day) * minute;

/** The moment of a local time: the first of two, and a later one if clocks skip it. */
export const momentOf = (local: string, offsetAt: OffsetAt): number =>
  momentsAt(local, offsetAt)[0] ?? momentAfterGap(local, offsetAt);

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
