import { chartLimits, edgesOf, momentEdgesOf } from '@quartermaster/contract/content/chart-bins.ts';
import { isTimeZone, zoneOffset } from '@quartermaster/contract/time-zone.ts';
import { expect, test } from 'vitest';
import { randomNumbers } from '../support/sample-template.ts';

const random = randomNumbers(5);
const below = (limit: number) => Math.floor(random() * limit);

/** A number of any size, often one that is difficult to add or to divide. */
function anyNumber(): number {
  const extremes = [0, 5e-324, Number.MAX_VALUE, 2 ** 53 - 1, 0.1, 0.3, 1e-7, 1e21, 4000];
  const size = below(3) === 0 ? (extremes[below(extremes.length)] ?? 0) : (random() * 10) ** (below(40) - 15);
  return random() < 0.4 ? -size : size;
}

const isWidth = (edges: readonly number[]): boolean => {
  const widths = edges.slice(1).map((edge, index) => edge - (edges[index] ?? 0));
  const width = Math.max(...widths);
  const digits = Number(width.toPrecision(6)) / 10 ** Math.floor(Math.log10(width * 1.000001));
  return [1, 2, 2.5, 5].some((nice) => Math.abs(digits - nice) < 1e-3);
};

test('bins have all numbers from the smallest to the largest, and widths that can be read', () => {
  for (let round = 0; round < 5000; round += 1) {
    const [a, b] = [anyNumber(), below(10) === 0 ? undefined : anyNumber()];
    const [min, max] = [Math.min(a, b ?? a), Math.max(a, b ?? a)];
    const edges = edgesOf(min, max, 60);
    expect([min, max, edges.length > 1 && edges.length <= 61]).toEqual([min, max, true]);
    const isAscending = edges.every((edge, index) => index === 0 || edge > (edges[index - 1] ?? 0));
    expect([min, max, isAscending]).toEqual([min, max, true]);
    expect(edges[0]).toBeLessThanOrEqual(min);
    expect(edges[1]).toBeGreaterThanOrEqual(min);
    expect(edges.at(-1)).toBeGreaterThanOrEqual(max);
    expect(edges.at(-2)).toBeLessThanOrEqual(max);
    expect(edges.every(Number.isFinite)).toBe(true);
  }
});

test('edges are round decimal numbers', () => {
  expect(edgesOf(0, 1, 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  expect(edgesOf(0.1, 0.7, 10)).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]);
  expect(edgesOf(-3, 17, 10)).toEqual([-5, -2.5, 0, 2.5, 5, 7.5, 10, 12.5, 15, 17.5]);
  // Divided, 0.3 is less than three times 0.1.
  expect(edgesOf(0.3, 0.7, 4)).toEqual([0.3, 0.4, 0.5, 0.6, 0.7]);
  expect(edgesOf(0, 100, 40)).toHaveLength(41);
  expect(edgesOf(1010, 6990, 60)).toEqual(Array.from({ length: 61 }, (_, index) => 1000 + index * 100));
  for (let round = 0; round < 500; round += 1) {
    const min = below(1e6) / 100;
    const edges = edgesOf(min, min + 0.01 + below(1e6) / 1000, 60);
    expect(isWidth(edges)).toBe(true);
    expect(edges.every((edge) => String(edge).length < 14)).toBe(true);
    // Half as wide, they would be too many.
    expect(edges.length).toBeGreaterThan(60 / 2 - 2);
  }
});

test('bins of whole numbers have a whole width, and each number is between its edges', () => {
  expect(edgesOf(1, 3, 60, true)).toEqual([1, 2, 3, 4]);
  expect(edgesOf(7, 7, 60, true)).toEqual([7, 8]);
  const largest = 2 ** 53 - 1;
  expect(edgesOf(largest - 2, largest, 60, true)).toEqual([largest - 2, largest - 1, largest, largest + 1]);
  for (let round = 0; round < 1000; round += 1) {
    const min = below(400) - 200;
    const edges = edgesOf(min, min + below(3) * below(400), 60, true);
    expect(edges.every(Number.isInteger)).toBe(true);
    expect(edges.length).toBeLessThanOrEqual(61);
  }
});

test('one number alone is in one bin', () => {
  expect(edgesOf(4200, 4200, 60)).toEqual([4000, 5000]);
  expect(edgesOf(0, 0, 60)).toEqual([0, 1]);
  expect(edgesOf(0.37, 0.37, 60)).toEqual([0, 1]);
  expect(edgesOf(Number.MAX_VALUE, Number.MAX_VALUE, 60)).toEqual([1e308, Number.MAX_VALUE]);
});

const hour = 3_600_000;
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
];

/** What the clocks of a zone show, by the runtime. */
const clockOf = (zone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone });
  return (moment: number) => format.format(moment);
};

test('bins of moments begin where the clocks of the zone show the beginning of an hour, day, month or year', () => {
  const units = new Set<string>();
  for (let round = 0; round < 300; round += 1) {
    const zone = zones[round % zones.length] ?? 'UTC';
    const clock = clockOf(zone);
    const min = Math.floor((Date.UTC(1990, 0, 1) + random() * 60 * 365 * 24 * hour) / 1000) * 1000;
    const max = min + Math.floor(random() * 10 ** (4 + below(9))) * 100;
    const { unit, edges } = momentEdgesOf(min, max, chartLimits.moments, zoneOffset(zone));
    units.add(unit);
    const ends = { hour: ':00:00', day: ' 00:00:00', month: '-01 00:00:00', year: '-01-01 00:00:00' };
    expect(edges.length).toBeLessThanOrEqual(401);
    expect(edges[0]).toBeLessThanOrEqual(min);
    expect(edges[1]).toBeGreaterThan(min);
    expect(edges.at(-1)).toBeGreaterThan(max);
    expect(edges.at(-2)).toBeLessThanOrEqual(max);
    // Lord Howe's clocks are changed by half an hour, after which hours begin at another minute.
    if (unit === 'hour' && zone === 'Australia/Lord_Howe') continue;
    for (const edge of edges) expect([zone, unit, clock(edge).endsWith(ends[unit])]).toEqual([zone, unit, true]);
  }
  expect([...units].toSorted()).toEqual(['day', 'hour', 'month', 'year']);
});

test('a day on which clocks are changed is one bin of 23 or 25 hours, and so is a day without a midnight', () => {
  const berlin = momentEdgesOf(Date.UTC(2026, 2, 1), Date.UTC(2026, 10, 1), 400, zoneOffset('Europe/Berlin'));
  expect(berlin.unit).toBe('day');
  const lengths = berlin.edges.slice(1).map((edge, index) => (edge - (berlin.edges[index] ?? 0)) / hour);
  expect(lengths.filter((length) => length !== 24)).toEqual([23, 25]);
  // In 2018, clocks in São Paulo went from 23:59:59 of 3 November to 1:00 of the 4th.
  const brazil = momentEdgesOf(Date.UTC(2018, 10, 1), Date.UTC(2018, 11, 1), 100, zoneOffset('America/Sao_Paulo'));
  expect(brazil.edges.map((edge) => new Date(edge).toISOString())).toContain('2018-11-04T03:00:00.000Z');
});

test('bins of moments reach from the year 1 to the year 9999', () => {
  for (const zone of zones) {
    const [first, last] = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'].map((text) => Date.parse(text));
    const all = momentEdgesOf(first ?? 0, last ?? 0, chartLimits.moments, zoneOffset(zone));
    expect(all.unit).toBe('year');
    expect(all.edges.length).toBeLessThanOrEqual(401);
    expect([all.edges[0], all.edges.at(-1)]).toEqual([first, last]);
    for (const moment of [first ?? 0, last ?? 0]) {
      const { unit, edges } = momentEdgesOf(moment, moment, chartLimits.moments, zoneOffset(zone));
      expect(unit).toBe('hour');
      expect(edges).toHaveLength(2);
      expect(edges[0]).toBeLessThanOrEqual(moment);
      expect(edges[1]).toBeGreaterThanOrEqual(moment);
    }
  }
});

test('a time zone has the same offsets in any letter case', () => {
  for (const name of ['Europe/Berlin', 'europe/berlin', 'EUROPE/bERLIN']) {
    expect(isTimeZone(name)).toBe(true);
    expect(zoneOffset(name)).toBe(zoneOffset('Europe/Berlin'));
  }
  expect(zoneOffset('europe/berlin')(Date.UTC(2026, 6, 1))).toBe(120);
});
