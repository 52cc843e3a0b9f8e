import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import type { Checked } from '@quartermaster/contract/endpoints/door.ts';
import { type Chart, type DrawnChart, items } from '@quartermaster/contract/endpoints/items.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import type { Client } from 'pg';

import * as floor from './floor/chart-sql.ts';
import type { Bench } from './support/bench.ts';
import { fillWorkspace, makeWorkspace, withClient } from './support/content/prepare.ts';
import { alternate } from './support/load.ts';
import { chartPage } from './support/pages/chart-page.ts';
import { pathOf } from './support/path-of.ts';
import { type Figure, figureOfRounds } from './support/report.ts';
import { type OwnServer, withOwnServer } from './support/servers/own-server.ts';
import { median } from './support/statistics.ts';
import { timed } from './support/timed.ts';

const many = 100_000;
const changed = 10_000;
const rounds = 15;
const checks = 5;

interface Place {
  instanceId: number;
  templateId: string;
  firstId: number;
  templateKey: number;
  fieldKeys: Readonly<Record<string, number>>;
}

/** Charts of 100,000 items, compared with the bare SQL that aggregates the same numbers, and an edit of 10,000 before and after. */
export const charts = (bench: Bench): Promise<Figure[]> =>
  withOwnServer(bench, 'charts', async (server) => {
    const place = await prepare(server);
    const figures = await withClient(server.databaseUrl, (client) => compareAll(server, client, place));
    return [...figures, await checkEdit(server, place), ...(await chartPage(server, place))];
  });

async function prepare({ databaseUrl, session }: OwnServer): Promise<Place> {
  const instanceId = await makeWorkspace(databaseUrl);
  const { lists } = await fillWorkspace(databaseUrl, instanceId, session, [many]);
  const { templateId = '', firstId = 0 } = lists[0] ?? {};
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ key: number; fields: { id: string; key: number }[] }>(
      'select key, fields from templates where instance_id = $1 and id = $2',
      [instanceId, templateId],
    );
    const { key = 0, fields = [] } = rows[0] ?? {};
    return {
      instanceId,
      templateId,
      firstId,
      templateKey: key,
      fieldKeys: Object.fromEntries(fields.map((one) => [one.id, one.key])),
    };
  });
}

async function compareAll({ session }: OwnServer, client: Client, place: Place): Promise<Figure[]> {
  const { instanceId, templateId, templateKey: key, fieldKeys } = place;
  const path = pathOf(items.chart.path, { instanceId, templateId });
  const draw = (chart: Chart, list: object = {}) => session.call<DrawnChart>('POST', path, { chart, ...list });
  const compare = async (
    name: string,
    product: () => Promise<unknown>,
    text: string,
    values: unknown[],
  ): Promise<Figure> => {
    const sides = [() => timed(product), () => timed(() => client.query({ name, text, values }))];
    await alternate(3, sides);
    const [products = [], floors = []] = await alternate(rounds, sides);
    return figureOfRounds(
      { goal: 'chartDrawn', name: `${name}, ${many.toLocaleString('en-US')} items`, unit: 'ms' },
      products,
      floors,
    );
  };
  const edges = async (field: string): Promise<number[]> => {
    const chart = await draw({ kind: 'distribution', field });
    return chart.kind === 'distribution' ? [...chart.bins.map(({ from }) => from), chart.bins.at(-1)?.to ?? 0] : [];
  };
  const { price, power, level } = fieldKeys;
  const most = { filters: [{ template_field_id: 'level', op: filterOps.between, value: '1..90' }] };
  const [prices, amounts] = [await edges('price'), await edges('amount')];
  return [
    await compare(
      'distribution of a number',
      () => draw({ kind: 'distribution', field: 'price' }),
      floor.distribution,
      [key, price, prices],
    ),
    await compare(
      'distribution of a filtered list',
      () => draw({ kind: 'distribution', field: 'price' }, most),
      floor.filteredDistribution,
      [key, price, prices, level, 1, 90],
    ),
    await compare(
      'distribution of a number in rows',
      () => draw({ kind: 'distribution', field: 'amount' }),
      floor.distributionInRows,
      [key, 0, amounts],
    ),
    await compare(
      'two numbers against each other',
      () => draw({ kind: 'points', x: 'price', y: 'power' }),
      floor.points,
      [key, price, power],
    ),
  ];
}

/** An edit that is checked and drawn before and after, as a whole call. */
async function checkEdit({ session }: OwnServer, { instanceId, templateId, firstId }: Place): Promise<Figure> {
  const filters = [{ template_field_id: 'id', op: filterOps.between, value: `${firstId}..${firstId + changed - 1}` }];
  const body = {
    selection: { template_id: templateId, filters, count: changed },
    action: { operations: [{ field_id: 'price', op: 'add', value: -1 }] },
    chart: { template_id: templateId, field_id: 'price' },
  };
  const check = async () => {
    const { chart } = await session.call<Checked>('POST', pathOf(bulkEdits.check.path, { instanceId }), body);
    if (!chart || chart.changed < 0.99 * changed) throw new Error('The edit was not drawn.');
  };
  const [times = []] = await alternate(checks, [() => timed(check)]);
  const name = `check of ${changed.toLocaleString('en-US')} changed items, with both states of ${many.toLocaleString('en-US')}`;
  return { goal: 'chartChecked', name, unit: 's', product: median(times) / 1000 };
}
