import { localTime, momentsAt, zoneOffset } from '@quartermaster/contract/time-zone.ts';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';

test.each([
  ['Asia/Tokyo', '0050-06-01T00:00:00Z', '0050-06-01 09:19:00'],
  ['UTC', '0050-06-01T00:00:00Z', '0050-06-01 00:00:00'],
  ['UTC', '0001-01-01T00:00:00Z', '0001-01-01 00:00:00'],
  ['America/New_York', '0001-01-02T00:00:00Z', '0001-01-01 19:04:00'],
  ['UTC', '0099-12-31T23:59:59Z', '0099-12-31 23:59:59'],
  ['UTC', '0100-01-01T00:00:00Z', '0100-01-01 00:00:00'],
  ['Europe/Berlin', '2026-11-25T03:00:00Z', '2026-11-25 04:00:00'],
])('a moment of any year has a local time in %s: %s', (zone, moment, local) => {
  shows('4.types.date-time-zone');
  const offset = zoneOffset(zone);
  const shown = localTime(Date.parse(moment), offset);
  // Before zones, clocks followed the sun; offsets are in minutes.
  expect(shown.slice(0, 16)).toBe(local.slice(0, 16));
  expect(momentsAt(shown, offset)).toEqual([Date.parse(moment)]);
});
