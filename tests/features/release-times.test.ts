import { isTimeZone, localTime, momentOf, momentsAt, zoneOffset } from '@quartermaster/contract/time-zone.ts';
import { afterEach, expect, test } from 'vitest';
import { inOther, isDay, periodOf, spanTitle, weeksOf } from '../../src/features/sync/releases/calendar/days.ts';
import { fitting } from '../../src/features/sync/releases/calendar/use-fitting-chips.ts';
import { fullOffset } from '../../src/features/sync/releases/time/clock.ts';
import { findZones, listZones, zoneCity } from '../../src/features/sync/releases/time/zone-cities.ts';
import { shows } from '../specification/shows.ts';

/** Zones of all continents: with whole, half and quarter hours, with and without changes of clocks, ahead of and behind UTC. */
const zones = [
  ...['Africa/Cairo', 'Africa/Casablanca', 'Africa/Johannesburg', 'Africa/Lagos', 'Africa/Nairobi'],
  ...['America/Adak', 'America/Anchorage', 'America/Bogota', 'America/Chicago', 'America/Denver', 'America/Halifax'],
  ...['America/Havana', 'America/Los_Angeles', 'America/Mexico_City', 'America/New_York', 'America/Nuuk'],
  ...['America/Phoenix', 'America/Santiago', 'America/Sao_Paulo', 'America/St_Johns', 'Antarctica/Troll'],
  ...['Asia/Beirut', 'Asia/Dubai', 'Asia/Jerusalem', 'Asia/Kathmandu', 'Asia/Kolkata', 'Asia/Shanghai', 'Asia/Tehran'],
  ...['Asia/Tokyo', 'Atlantic/Azores', 'Australia/Adelaide', 'Australia/Lord_Howe', 'Australia/Sydney'],
  ...['Europe/Berlin', 'Europe/Dublin', 'Europe/London', 'Pacific/Auckland', 'Pacific/Chatham', 'Pacific/Kiritimati'],
  'UTC',
];

const testZone = process.env.TZ;
afterEach(() => {
  if (testZone === undefined) delete process.env.TZ;
  else process.env.TZ = testZone;
});

const minute = 60_000;
const hour = 60 * minute;

/** The local time of a moment as the runtime writes it, which does not use the offsets under test. */
function shownIn(timeZone: string, moment: number): string {
  const format = { dateStyle: 'short', timeStyle: 'medium', timeZone } as const;
  return new Date(moment).toLocaleString('sv-SE', format);
}

/** The moments of 2027 at which clocks change, to the minute. */
function changesOf(timeZone: string): number[] {
  const offsetAt = zoneOffset(timeZone);
  const found: number[] = [];
  for (let at = Date.UTC(2027, 0, 1); at < Date.UTC(2028, 0, 1); at += 6 * hour) {
    if (offsetAt(at) === offsetAt(at + 6 * hour)) continue;
    let [before, after] = [at, at + 6 * hour];
    while (after - before > minute) {
      const middle = before + Math.floor((after - before) / 2 / minute) * minute;
      if (offsetAt(middle) === offsetAt(at)) before = middle;
      else after = middle;
    }
    found.push(after);
  }
  return found;
}

test('a time of a release is the chosen local time in 40 zones, also around both changes of clocks', () => {
  shows('4.releases.zones');
  expect(new Set(zones).size).toBe(40);
  let changes = 0;
  let skipped = 0;
  let repeated = 0;
  for (const zone of zones) {
    expect(isTimeZone(zone)).toBe(true);
    const offsetAt = zoneOffset(zone);
    const around = changesOf(zone).flatMap((change) => {
      changes += 1;
      return [-120, -61, -60, -31, -30, -1, 0, 1, 29, 30, 59, 60, 120].map((minutes) => change + minutes * minute);
    });
    for (const at of [...around, Date.UTC(2027, 9, 29, 18), Date.UTC(2027, 5, 30, 23, 59)]) {
      const local = localTime(at, offsetAt);
      expect(local, zone).toBe(shownIn(zone, at));
      const moments = momentsAt(local, offsetAt);
      expect(moments, `${zone} ${local}`).toContain(at);
      if (moments.length > 1) repeated += 1;
      // The first of two, and otherwise exactly this one.
      expect(momentOf(local, offsetAt)).toBe(Math.min(...moments));
      expect(shownIn(zone, momentOf(local, offsetAt))).toBe(local);
      // The same clock time in UTC: skipped here, or shown as it was chosen.
      const asChosen = localTime(at, () => 0);
      const moment = momentOf(asChosen, offsetAt);
      if (shownIn(zone, moment) !== asChosen) {
        skipped += 1;
        expect(momentsAt(asChosen, offsetAt)).toEqual([]);
      }
    }
    for (const change of changesOf(zone)) {
      const gained = offsetAt(change) - offsetAt(change - minute);
      if (gained < 0) continue;
      // A local time within the gap: as much later as clocks go forward.
      const inGap = localTime(change + minute, () => offsetAt(change - minute));
      expect(momentsAt(inGap, offsetAt), `${zone} ${inGap}`).toEqual([]);
      expect(momentOf(inGap, offsetAt)).toBe(change + minute);
      skipped += 1;
    }
  }
  expect(changes).toBeGreaterThan(40);
  expect(skipped).toBeGreaterThan(20);
  expect(repeated).toBeGreaterThan(20);
});

test('an offset, a city and nonsense are no time zones', () => {
  shows('4.releases.time');
  for (const name of ['', 'Berlin', '+01:00', 'UTC+1', 'Europe/', 'Mars/Olympus', 'x'.repeat(99)])
    expect(isTimeZone(name), name).toBe(false);
  for (const name of ['UTC', 'Europe/Berlin', 'America/Argentina/Ushuaia', 'Etc/GMT+5', 'Asia/Calcutta'])
    expect(isTimeZone(name), name).toBe(true);
});

test('zones are listed by city, with the offset of a date, and found by other cities in them', () => {
  shows('4.releases.page-zone');
  const offset = (zone: string, date: string) => fullOffset(zoneOffset(zone)(Date.parse(date)));
  expect(offset('America/Los_Angeles', '2026-12-01')).toBe('UTC−08:00');
  expect(offset('America/Los_Angeles', '2026-07-01')).toBe('UTC−07:00');
  expect(offset('Asia/Kathmandu', '2026-07-01')).toBe('UTC+05:45');
  const zones = listZones();
  for (const [typed, found] of [
    ['los', 'America/Los_Angeles'],
    ['  LOS_ang', 'America/Los_Angeles'],
    ['san francisco', 'America/Los_Angeles'],
    ['munich', 'Europe/Berlin'],
    ['europe/lon', 'Europe/London'],
    ['utc', 'UTC'],
  ])
    expect(findZones(zones, typed ?? '')[0], typed).toBe(found);
  expect(findZones(zones, 'Atlantis')).toEqual([]);
  expect(zoneCity('America/Argentina/Buenos_Aires')).toBe('Buenos Aires');
  expect(zoneCity('America/Indiana/Knox')).toBe('Knox, Indiana');
});

test.each(['America/Los_Angeles', 'Asia/Tokyo'])(
  'a calendar has whole weeks from Monday, and a month leads to the same day of another, in %s',
  (viewerZone) => {
    shows('4.releases.page');
    process.env.TZ = viewerZone;
    const november = weeksOf('month', '2026-11-15');
    expect([november.length, november[0]?.[0], november.at(-1)?.[6]]).toEqual([6, '2026-10-26', '2026-12-06']);
    expect(weeksOf('month', '2027-02-01')).toHaveLength(4);
    expect(weeksOf('week', '2026-11-01')).toEqual([
      ['2026-10-26', '2026-10-27', '2026-10-28', '2026-10-29', '2026-10-30', '2026-10-31', '2026-11-01'],
    ]);
    expect(inOther('month', '2027-01-31', 1)).toBe('2027-02-28');
    expect(inOther('month', '2027-03-15', -3)).toBe('2026-12-15');
    expect(spanTitle('week', '2026-11-01')).toBe('26 Oct – 1 Nov 2026');
    for (const text of ['2026-02-30', '2026-13-01', '26-01-01', '', null]) expect(isDay(text)).toBe(false);
    expect(isDay('2028-02-29')).toBe(true);
    // The days of Stockholm, also in the week in which its clocks change.
    const week = weeksOf('week', '2026-10-25');
    expect(periodOf(week, zoneOffset('Europe/Stockholm'))).toEqual({
      from: '2026-10-18T22:00:00.000Z',
      to: '2026-10-25T23:00:00.000Z',
    });
  },
);

test('as many releases of a day are shown as fit, with a line for the others', () => {
  shows('4.releases.page');
  expect(fitting(2, 113)).toBe(2);
  expect(fitting(3, 113)).toBe(1);
  expect(fitting(5, 300)).toBe(5);
  expect(fitting(1, 40)).toBe(0);
});
