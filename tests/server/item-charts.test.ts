import { chartLimits, edgesOf } from '@quartermaster/contract/content/chart-bins.ts';
import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { type Chart, type DrawnChart, items } from '@quartermaster/contract/endpoints/items.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { itemChart } from '../../server/content/lists/charts/item-chart.ts';
import type { Query } from '../../server/core/database/database.ts';
import { copyItem } from '../support/copied-items.ts';
import { exactSum, middleOf } from '../support/exact-sum.ts';
import { field, inOrder, randomNumbers, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const options = ['common', 'rare', 'epic', 'none'].map((id) => ({ id, label: `Is ${id}` }));
const fields = inOrder([
  field('cost', 'integer'),
  field('rate', 'float'),
  field('double', 'computed-number', { formula: 'rate == null ? null : rate * 2' }),
  field('huge', 'float'),
  field('exact', 'integer'),
  field('one', 'integer'),
  field('empty', 'integer'),
  field('tags', 'number-list'),
  field('tier', 'choice', { options }),
  field('magic', 'boolean'),
  field('text', 'localised-text'),
  field('since', 'date-time'),
  field('loot', 'dynamic-group'),
  field('chance', 'weight', { parentId: 'loot' }),
  field('until', 'date-time', { parentId: 'loot' }),
  field('kind', 'choice', { parentId: 'loot', options }),
  field('rolls', 'dynamic-group', { parentId: 'loot' }),
  field('amount', 'integer', { parentId: 'rolls' }),
]);

interface Sample {
  id: number;
  label: string;
  values: ItemValues;
}

const count = 400;
const all: Sample[] = [];
let server: TestServer;

/** Around both changes of clocks of 2026 in Berlin, and in ten years. */
const changes = [Date.UTC(2026, 2, 29), Date.UTC(2026, 9, 25), Date.UTC(2030, 5, 1)];

function randomSample(index: number, random: () => number): { label: string; values: ItemValues } {
  const below = (limit: number) => Math.floor(random() * limit);
  const maybe = (probability: number, values: ItemValues): ItemValues => (random() < probability ? values : {});
  const moment = () =>
    `${new Date((changes[below(3)] ?? 0) + (below(96 * 60) - 48 * 60) * 60_000).toISOString().slice(0, 19)}Z`;
  const rows = () =>
    Array.from({ length: below(4) }, () => ({
      ...maybe(0.9, { chance: below(4) === 0 ? 0 : Math.round(random() * 1000) / 10 }),
      ...maybe(0.8, { until: moment() }),
      ...maybe(0.8, { kind: 'rare' }),
      ...maybe(0.5, { rolls: Array.from({ length: 1 + below(3) }, () => ({ amount: below(3) })) }),
    }));
  return {
    label: `Item ${index % 7}`,
    values: {
      ...maybe(0.9, { cost: below(500) * 25 - 1000 }),
      ...maybe(0.8, { rate: Math.round(random() * 1e4) / 1e3 }),
      ...maybe(0.3, { huge: [1.7e308, -1.7e308, 1e-300, 0, 5e-324, 1][below(6)] ?? 0 }),
      ...maybe(0.5, { exact: 2 ** 53 - 1 - below(1000) }),
      one: 7,
      ...maybe(0.6, { tags: Array.from({ length: 1 + below(4) }, () => below(5) / 4) }),
      ...maybe(0.8, { tier: options[below(3)]?.id ?? '' }),
      ...maybe(0.8, { magic: random() < 0.5 }),
      ...maybe(0.8, { text: { en: { text: 'Sword' }, ...(random() < 0.5 && { de: { text: 'Schwert', from: 'x' } }) } }),
      ...maybe(0.9, { since: moment() }),
      ...maybe(0.8, { loot: rows() }),
    },
  };
}

beforeAll(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'chest', fields);
  const random = randomNumbers(11);
  const samples = Array.from({ length: count }, (_, index) => randomSample(index, random));
  const bodies = samples.map(({ label, values }) => saveBody('chest', fields, values, { label }));
  const saved = await saveAll(server, bodies);
  all.push(...samples.map((sample, index) => ({ ...sample, id: saved[index]?.id ?? 0 })));
  // Items of another template, which no chart of this one draws.
  await saveTemplate(server, 'other', fields);
  await saveAll(server, [saveBody('other', fields, { cost: 1_000_000, loot: [{ chance: 1e6 }] })]);
});

type Body = Parameters<typeof server.call<typeof items.chart>>[1]['body'];
const draw = <K extends Chart['kind']>(
  chart: Chart & { kind: K },
  list: Omit<Body, 'chart'> = {},
  templateId = 'chest',
) =>
  server.call(
    items.chart,
    { params: { instanceId: server.studio.dev, templateId }, body: { chart, ...list } },
    { as: 'owner' },
  ) as Promise<DrawnChart & { kind: K }>;

/** Every value that an item has in a field, in any row. */
function valuesOf(values: ItemValues, fieldId: string): unknown[] {
  const inRows = ['loot', 'rolls'].flatMap((id) => rowsOf(values[id]).flatMap((row) => valuesOf(row, fieldId)));
  if (fieldId === 'double') return valuesOf(values, 'rate').map((rate) => Number(rate) * 2);
  return [values[fieldId] ?? [], ...inRows].flat();
}

const filter = (template_field_id: string, op: keyof typeof filterOps, value = '') => ({
  template_field_id,
  op: filterOps[op],
  value,
});
const costOf = ({ values }: Sample) => (typeof values.cost === 'number' ? values.cost : undefined);

/** Lists, and which items they have. */
const lists: [name: string, list: Omit<Body, 'chart'>, isMatching: (sample: Sample) => boolean][] = [
  ['all', {}, () => true],
  [
    'a range',
    { filters: [filter('cost', 'between', '0..4000')] },
    (sample) => (costOf(sample) ?? -1) >= 0 && (costOf(sample) ?? 9e9) <= 4000,
  ],
  [
    'a choice and a search',
    { filters: [filter('tier', 'equal', 'rare')], search: 'Item 3' },
    ({ values, label }) => values.tier === 'rare' && label === 'Item 3',
  ],
  ['empty', { filters: [filter('cost', 'empty')] }, (sample) => costOf(sample) === undefined],
  [
    'a language',
    { filters: [filter('text', 'missingIn', 'de')] },
    ({ values }) => values.text !== undefined && !('de' in (values.text as object)),
  ],
  [
    'in rows',
    { filters: [filter('kind', 'equal', 'rare'), filter('rate', 'less', '5')] },
    ({ values }) => valuesOf(values, 'kind').includes('rare') && typeof values.rate === 'number' && values.rate < 5,
  ],
  ['no item', { filters: [filter('cost', 'more', '999999')] }, () => false],
];

const numbers = ['cost', 'rate', 'double', 'huge', 'exact', 'one', 'empty', 'tags', 'chance', 'amount'];

describe.each(lists)('the list: %s', (_, list, isMatching) => {
  test.each(numbers)('has the distribution of %s that its items have', async (id) => {
    const matching = all.filter(isMatching);
    const values = matching.flatMap((sample) => valuesOf(sample.values, id).map(Number));
    const chart = await draw({ kind: 'distribution', field: id }, list);
    expect(chart).toMatchObject({ kind: 'distribution', items: matching.length, values: values.length });
    if (values.length === 0) {
      expect(chart).toMatchObject({ bins: [], stats: null });
      return;
    }
    const [min, max] = [Math.min(...values), Math.max(...values)];
    const isWhole = ['cost', 'exact', 'one', 'amount'].includes(id);
    const edges = edgesOf(min, max, 60, isWhole);
    const isLast = (index: number) => index === edges.length - 2;
    expect(chart.bins).toEqual(
      edges.slice(1).map((to, index) => {
        const from = edges[index] ?? 0;
        return {
          from,
          to,
          count: values.filter((value) => value >= from && (value < to || (isLast(index) && value <= to))).length,
        };
      }),
    );
    const sum = exactSum(values);
    expect(chart.stats).toMatchObject({ min, max, median: middleOf(values), sum: Number.isFinite(sum) ? sum : null });
    const mean = exactSum(values.map((value) => value / values.length));
    expect(Math.abs((chart.stats?.mean ?? Number.NaN) - mean)).toBeLessThanOrEqual(1e-12 * Math.max(-min, max));
  });

  test.each(['since', 'until'])('has the moments of %s over time', async (id) => {
    const matching = all.filter(isMatching);
    const moments = matching.flatMap((sample) => valuesOf(sample.values, id).map((text) => Date.parse(String(text))));
    for (const zone of [undefined, 'Europe/Berlin', 'Asia/Kathmandu']) {
      const chart = await draw({ kind: 'time', field: id, ...(zone && { zone }) }, list);
      expect(chart).toMatchObject({ items: matching.length, values: moments.length });
      const bins = chart.bins.map((bin) => ({ ...bin, from: Date.parse(bin.from), to: Date.parse(bin.to) }));
      const counted = bins.map(({ from, to }) => moments.filter((moment) => moment >= from && moment < to).length);
      expect(bins.map((bin) => bin.count)).toEqual(counted);
      expect(counted.reduce((sum, n) => sum + n, 0)).toBe(moments.length);
      expect(bins.slice(1).map(({ from }) => from)).toEqual(bins.slice(0, -1).map(({ to }) => to));
    }
  });

  test('has a point for each item with both numbers', async () => {
    const matching = all.filter(isMatching);
    const both = matching.filter(({ values }) => values.cost !== undefined && values.rate !== undefined);
    const chart = await draw({ kind: 'points', x: 'cost', y: 'rate', color: 'tier' }, list);
    const tiers = options.map(({ id }) => id).filter((id) => both.some(({ values }) => values.tier === id));
    expect(chart).toEqual({
      kind: 'points',
      items: matching.length,
      values: both.length,
      is_sampled: false,
      colors: tiers.map((value) => ({ value, count: both.filter(({ values }) => values.tier === value).length })),
      points: both.map(({ id, label, values }) => {
        const color = tiers.indexOf(String(values.tier));
        return { id, label, x: values.cost, y: values.rate, color: color < 0 ? null : color };
      }),
      x: both.length === 0 ? null : rangeOf(both.map(({ values }) => Number(values.cost))),
      y: both.length === 0 ? null : rangeOf(both.map(({ values }) => Number(values.rate))),
    });
  });
});

const rangeOf = (values: number[]) => ({ min: Math.min(...values), max: Math.max(...values) });

test('a day on which clocks are changed has its moments by the clocks of the zone', async () => {
  const list = { filters: [filter('since', 'between', '2026-03-01T00:00:00Z..2026-11-30T00:00:00Z')] };
  const chart = await draw({ kind: 'time', field: 'since', zone: 'Europe/Berlin' }, list);
  expect(chart.unit).toBe('day');
  const hours = chart.bins.map(({ from, to }) => (Date.parse(to) - Date.parse(from)) / 3_600_000);
  expect(hours.filter((length) => length !== 24)).toEqual([23, 25]);
  expect(chart.bins.find(({ from }) => from === '2026-03-28T23:00:00Z')).toMatchObject({ to: '2026-03-29T22:00:00Z' });
});

test('a chart refuses fields that it cannot draw, by name', async () => {
  const refused = async (chart: Chart, fieldsByPath: Record<string, string>) =>
    await expect(draw(chart)).rejects.toMatchObject({ status: 422, body: { fields: fieldsByPath } });
  for (const id of ['tier', 'text', 'since', 'loot', 'unknown'])
    await refused(
      { kind: 'distribution', field: id },
      { 'chart.field': 'charts draw the distribution of number fields' },
    );
  const point = 'charts draw points of number fields outside of rows and lists';
  await refused({ kind: 'points', x: 'tags', y: 'cost' }, { 'chart.x': point });
  await refused({ kind: 'points', x: 'cost', y: 'chance' }, { 'chart.y': point });
  for (const color of ['kind', 'magic', 'cost'])
    await refused(
      { kind: 'points', x: 'cost', y: 'rate', color },
      { 'chart.color': 'charts colour points by a choice outside of rows' },
    );
  await refused({ kind: 'time', field: 'cost' }, { 'chart.field': 'charts draw date and time fields over time' });
  await refused(
    { kind: 'time', field: 'since', zone: 'Berlin' },
    { 'chart.zone': 'should be a time zone, such as Europe/Berlin' },
  );
  await refused({ kind: 'pie', field: 'cost' } as unknown as Chart, {
    'chart.kind': 'must be one of distribution, points, time',
  });
  await refused({ kind: 'points', x: 'cost' } as unknown as Chart, { 'chart.y': 'is required' });
});

test('values that are being converted are not drawn', async () => {
  const { query } = server.app.deps.database;
  const [stored] = await query<{ key: number; field: object }>(
    "select key, fields->0 as field from templates where id = 'other' and instance_id = $1",
    [server.studio.dev],
  );
  const side = { field: stored?.field, only: null };
  const converted = JSON.stringify([{ groups: [], from: side, to: side, is_back: false }]);
  await query(
    `insert into template_changes (template_key, version, removed, restored, returned_keys, started_at, converted)
      select key, version + 1, '[]', '[]', '[]', now(), $2::text::jsonb from templates where key = $1`,
    [stored?.key, converted],
  );
  await query('update templates set version = version + 1 where key = $1', [stored?.key]);
  await expect(draw({ kind: 'distribution', field: 'chance' }, {}, 'other')).rejects.toMatchObject({ status: 409 });
  await query('delete from template_changes where template_key = $1', [stored?.key]);
});

test('of many points, a sample has those far from others, and is always the same', async () => {
  const plot = inOrder([field('x', 'float'), field('y', 'float'), field('tier', 'choice', { options })]);
  await saveTemplate(server, 'plot', plot);
  const far = [
    ...[0, 1, 2, 3, 4].map((step) => ({ x: 50 - step * 6, y: 100 - step * 6, tier: 'common' })),
    { x: -20, y: 3, tier: 'rare' },
    // They are only far from those of their colour.
    ...[0, 1, 2, 3, 4].map((step) => ({ x: 2.5 * step - 1, y: 5.2, tier: 'epic' })),
  ];
  const saved = (
    await saveAll(
      server,
      [...far, { x: 1, y: 1, tier: 'common' }].map((values) => saveBody('plot', plot, values)),
    )
  ).map(({ id }) => id);
  const first = (saved.at(-1) ?? 0) + 1;
  const { query } = server.app.deps.database;
  const key = await copyItem(query, first - 1, { first, last: first + 5999 });
  await query(
    'update item_values set number = (item_id * (7000 + field_key) % 1000) / 100.0 where template_key = $1 and item_id >= $2 and number is not null',
    [key, first],
  );
  const chart = await draw({ kind: 'points', x: 'x', y: 'y', color: 'tier' }, {}, 'plot');
  expect(chart).toMatchObject({ items: 6012, values: 6012, is_sampled: true, x: { min: -20, max: 50 } });
  expect(chart.points).toHaveLength(chartLimits.points);
  const ids = chart.points.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
  for (const id of saved.slice(0, far.length)) expect(ids).toContain(id);
  expect(chart.colors).toEqual([
    { value: 'common', count: 6006 },
    { value: 'rare', count: 1 },
    { value: 'epic', count: 5 },
  ]);
  expect(await draw({ kind: 'points', x: 'x', y: 'y', color: 'tier' }, {}, 'plot')).toEqual(chart);
});

test('100,000 items are drawn, and more refused with what to do', async () => {
  const { query } = server.app.deps.database;
  await saveTemplate(server, 'mass', fields);
  const { id } = await saveOne(server, saveBody('mass', fields, { cost: 5, loot: [{ chance: 2 }] }));
  await copyItem(query, id, { first: id + 1, last: id + 99_999 });
  const charts = [
    { kind: 'distribution', field: 'cost' },
    { kind: 'distribution', field: 'chance' },
    { kind: 'points', x: 'cost', y: 'cost' },
    { kind: 'time', field: 'since' },
  ] as const;
  const matching = { filters: [filter('cost', 'equal', '5')] };
  expect(await draw(charts[0], {}, 'mass')).toMatchObject({ items: 100_000, values: 100_000, stats: { sum: 500_000 } });
  expect(await draw(charts[1], matching, 'mass')).toMatchObject({ values: 100_000, stats: { mean: 2 } });
  await copyItem(query, id, { first: id + 100_000, last: id + 100_000 });
  const body = { message: 'More than 100,000 items match. Filter the list to draw it.' };
  for (const chart of charts)
    for (const list of [{}, matching])
      await expect(draw(chart, list, 'mass')).rejects.toMatchObject({ status: 422, body });
  const few = { filters: [filter('id', 'lessOrEqual', String(id + 9))] };
  expect(await draw(charts[0], few, 'mass')).toMatchObject({ items: 10, values: 10 });
});

test('a chart whose numbers change each time they are counted is given up soon', async () => {
  const { query } = server.app.deps.database;
  let counted = 0;
  const changing: Query = async <R>(text: string, values: readonly unknown[], name?: string) => {
    const rows = await query<R>(text, values, name);
    counted += 1;
    return rows.map((row) =>
      typeof row === 'object' && row && 'max' in row ? { ...row, max: 20_000 + counted } : row,
    );
  };
  const chart = { kind: 'distribution', field: 'cost' } as const;
  await expect(itemChart(changing, server.studio.dev, 'chest', { chart })).rejects.toMatchObject({
    body: { error: 'changed' },
  });
  expect(counted).toBeLessThan(15);
});

test('few charts of an instance are drawn at once, and only some wait', async () => {
  const { database } = server.app.deps;
  const { query } = database;
  const { promise: refused, resolve } = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const spy = vi.spyOn(database, 'query').mockImplementation(async (text, values, name) => {
    if (!text.includes('size as')) return query(text, values, name);
    running += 1;
    most = Math.max(most, running);
    // Without a queue, none is refused.
    if (running < 21) await refused;
    running -= 1;
    return query(text, values, name);
  });
  onTestFinished(() => {
    resolve();
    spy.mockRestore();
  });
  const body = { chart: { kind: 'distribution', field: 'cost' } } as const;
  const answers = Array.from({ length: 21 }, async () => {
    const params = { instanceId: server.studio.dev, templateId: 'chest' };
    const answer = await server.send(items.chart, { params, body }, { as: 'owner' });
    if (answer.status !== 200) resolve();
    return answer;
  });
  const first = await Promise.race(answers);
  expect(first).toMatchObject({
    status: 429,
    body: { message: 'Too many charts are being drawn. Please try again in a moment.' },
  });
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(most).toBe(3);
});
