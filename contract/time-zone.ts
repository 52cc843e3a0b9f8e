/** True for the name of a time zone of the IANA database, such as `Europe/Berlin`, and for `UTC`; not for an offset. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The minutes by which local time is ahead of UTC at a moment, in milliseconds since 1970. */
export type OffsetAt = (moment: number) => number;

/** By name in lower case: names are sent in any case, and would otherwise fill the memory. */
const offsets = new Map<string, OffsetAt>();

/** The offsets of a time zone of the IANA database, always the same function, as lists show one in each row. */
export function zoneOffset(timeZone: string): OffsetAt {
  const name = timeZone.toLowerCase();
  const known = offsets.get(name) ?? createZoneOffset(name);
  offsets.set(name, known);
  return known;
}

function createZoneOffset(timeZone: string): OffsetAt {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (moment) => {
    const texts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
    const parts = new Map([...texts].map(([type, value]) => [type, Number(value)]));
    const [year = 0, month = 0, ...rest] = (['year', 'month', 'day', 'hour', 'minute', 'second'] as const).map(
      (part) => parts.get(part) ?? 0,
    );
    const [dayOfMonth = 0, hour = 0, minutes = 0, seconds = 0] = rest;
    // The year 1 follows 1 BC, which is the year 0. `Date.UTC` reads the years 0 to 99 as those from 1900 on.
    const local = new Date(0);
    local.setUTCFullYear(texts.get('era') === 'BC' ? 1 - year : year, month - 1, dayOfMonth);
    local.setUTCHours(hour, minutes, seconds);
    return Math.round((local.getTime() - moment) / minute);
  };
}

const minute = 60_000;
const day = 24 * 60 * minute;

/** A local time, `2026-11-25 04:00:00`, as if it were in UTC. */
const asUtc = (local: string): number => Date.parse(`${local.replace(' ', 'T')}Z`);

/** The local time of a moment: `2026-11-25 04:00:00`. */
export const localTime = (moment: number, offsetAt: OffsetAt): string =>
  new Date(moment + offsetAt(moment) * minute).toISOString().slice(0, 19).replace('T', ' ');

/** The moments at which clocks show a local time: none if they skip it, two if they repeat it, else one. */
export const momentsAt = (local: string, offsetAt: OffsetAt): number[] => localMoments(asUtc(local), offsetAt);

function localMoments(local: number, offsetAt: OffsetAt): number[] {
  const offsets = new Set([offsetAt(local - day), offsetAt(local + day)]);
  return [...offsets]
    .map((offset) => local - offset * minute)
    .filter((moment) => moment + offsetAt(moment) * minute === local)
    .sort((a, b) => a - b);
}

/** The moment of a local time: the first of two, and a later one if clocks skip it. */
export const momentOf = (local: string, offsetAt: OffsetAt): number => localMoment(asUtc(local), offsetAt);

/** The same of a local time in milliseconds, as if it were in UTC. One that clocks skip is as much later as they go forward. */
export const localMoment = (local: number, offsetAt: OffsetAt): number =>
  localMoments(local, offsetAt)[0] ?? local - offsetAt(local - day) * minute;
