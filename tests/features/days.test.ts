import { afterEach, beforeEach, expect, test } from 'vitest';
import { daysText, formatDays, parseDays, periodOf } from '../../src/shared/table/list/days.ts';

const zone = process.env.TZ;
beforeEach(() => {
  process.env.TZ = 'Europe/Berlin';
});
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test('the days in an address are two dates in order', () => {
  const days = { first: '2026-11-01', last: '2026-11-05' };
  expect(parseDays(formatDays(days))).toEqual(days);
  expect(daysText(days)).toBe('01 Nov, 2026 – 05 Nov, 2026');
  expect(daysText({ ...days, last: days.first })).toBe('01 Nov, 2026');
  for (const text of [
    null,
    '',
    '2026-11-05',
    '2026-11-05..2026-11-01',
    '2026-13-01..2026-13-02',
    '2026-02-30..2026-03-01',
  ]) {
    expect([text, parseDays(text)]).toEqual([text, null]);
  }
});

test('days are in the user’s time zone, also when the clocks change', () => {
  expect(periodOf(null)).toEqual({});
  expect(periodOf({ first: '2026-10-25', last: '2026-10-25' })).toEqual({
    from: '2026-10-24T22:00:00.000Z',
    to: '2026-10-25T23:00:00.000Z',
  });
  expect(periodOf({ first: '2026-03-29', last: '2026-03-30' })).toEqual({
    from: '2026-03-28T23:00:00.000Z',
    to: '2026-03-30T22:00:00.000Z',
  });
});
