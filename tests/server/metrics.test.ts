import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { root } from '../../scripts/processes.mjs';
import { buildServer } from '../../server/build-server.ts';
import type { Database } from '../../server/core/database/database.ts';
import { createMetrics, type Metrics } from '../../server/modules/metrics/metrics.ts';
import { createMetricsServer } from '../../server/modules/metrics/serve-metrics.ts';
import { shows } from '../specification/shows.ts';
import { saveWeapons } from '../support/item-content.ts';
import { serverOf, startTestServer, type TestServer, testEnvironment } from '../support/server.ts';
import { emailOf } from '../support/server-studio.ts';

let seeded: TestServer;
beforeEach(async () => {
  seeded = await startTestServer();
});

/** A server with metrics, on the database of the studio. */
async function measuredServer(change: (database: Database) => Database = (database) => database) {
  const metrics = createMetrics();
  const database = metrics.measure(change(seeded.app.deps.database));
  const app = await buildServer({ database, config: testEnvironment(), metrics });
  onTestFinished(() => app.close());
  return { metrics, server: serverOf(app, seeded.studio) };
}

/** The samples of a metric: its value by labels, as the text has them. */
async function samples(metrics: Metrics, { app }: TestServer, name: string): Promise<Record<string, number>> {
  const lines = (await metrics.read(app)).split('\n').filter((line) => line.startsWith(name));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(name.length, at), Number(line.slice(at + 1))];
    }),
  );
}

/** Adds a job that was given up a minute ago, and one of two hours ago. */
const failJobs = () =>
  seeded.app.deps.database.script(`insert into pgboss.job (id, name, state, data, completed_on)
    select gen_random_uuid(), name, 'failed', '{}', now() - age
    from pgboss.queue, (values (interval '1 minute'), (interval '2 hours')) a (age) where name = 'sync'`);

test('requests are counted and timed by route and status, without ids', async () => {
  shows('5.running.metrics');
  const { metrics, server } = await measuredServer();
  const { weapons } = await saveWeapons(server, [['Sword', { cost: 1 }]]);
  const params = { instanceId: seeded.studio.dev, templateId: 'weapon' };
  for (const id of [weapons[0] ?? 0, 987_654])
    await server.send(items.get, { params: { ...params, id } }, { as: 'owner' });
  await server.send(accounts.login, { body: { email: emailOf('owner'), password: 'not this one' } });
  const counts = await samples(metrics, server, 'quartermaster_http_requests_total');
  const route = 'GET /v1/editor/:instanceId/items/:templateId/:id';
  expect(counts[`{route="${route}",status="200"}`]).toBe(1);
  expect(counts[`{route="${route}",status="404"}`]).toBe(1);
  expect(counts['{route="POST /v1/accounts/login",status="401"}']).toBe(1);
  expect(JSON.stringify(counts)).not.toContain('987654');
  const timed = await samples(metrics, server, 'quartermaster_http_request_duration_seconds_count');
  expect(timed[`{route="${route}"}`]).toBe(2);
  const statements = await samples(metrics, server, 'quartermaster_database_statement_duration_seconds_count');
  expect(statements['{result="ok"}']).toBeGreaterThan(5);
});

test('times are in seconds, and statements that fail and those of transactions are measured, too', async () => {
  shows('5.running.metrics');
  const { metrics, server } = await measuredServer();
  const since = performance.now();
  await server.send(accounts.login, { body: { email: emailOf('owner'), password: 'not this one' } });
  const timed = await samples(metrics, server, 'quartermaster_http_request_duration_seconds_sum');
  const passed = (performance.now() - since) / 1000;
  const seconds = timed['{route="POST /v1/accounts/login"}'] ?? 0;
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(passed);
  const countOf = async (result: string) =>
    (await samples(metrics, server, 'quartermaster_database_statement_duration_seconds_count'))[
      `{result="${result}"}`
    ] ?? 0;
  const { query, transaction } = server.app.deps.database;
  await expect(query('select no_column', [])).rejects.toThrow('no_column');
  expect(await countOf('error')).toBeGreaterThan(0);
  const done = await countOf('ok');
  const ownOfReading = (await countOf('ok')) - done;
  await transaction(async (inside) => {
    for (let at = 0; at < 20; at += 1) await inside('select 1', []);
  });
  expect(await countOf('ok')).toBeGreaterThanOrEqual(done + ownOfReading + 20);
});

test('a failed job and a consumer that is behind are seen', async () => {
  shows('5.running.metrics');
  const { metrics, server } = await measuredServer();
  const { query } = seeded.app.deps.database;
  await saveWeapons(server, [['Sword', { cost: 1 }]]);
  await seeded.app.deps.jobs.start();
  await query(`insert into event_consumers (name, position) values ('stuck', 0)`, []);
  await query(`update events set at = now() - interval '90 seconds'`, []);
  await failJobs();
  const lags = await samples(metrics, server, 'quartermaster_events_lag_seconds');
  expect(lags['{consumer="stuck"}']).toBeGreaterThan(80);
  expect(await samples(metrics, server, 'quartermaster_jobs{')).toMatchObject({ 'job="sync",state="failed"}': 1 });
  await query(`update event_consumers set position = (select coalesce(max(position), 0) from events)`, []);
  await query('delete from events where position is null', []);
  expect(await samples(metrics, server, 'quartermaster_events_lag_seconds')).toMatchObject({ '{consumer="stuck"}': 0 });
});

test('without an answer of the database the metrics say so, and the others stay', async () => {
  shows('5.running.metrics');
  const refuse = () => Promise.reject(new Error('connection refused'));
  const { metrics, server } = await measuredServer((database) => ({ ...database, query: refuse }));
  expect(await samples(metrics, server, 'quartermaster_database_up')).toEqual({ '': 0 });
  expect(await samples(metrics, server, 'process_resident_memory_bytes')).toEqual({ '': expect.any(Number) });
  expect((await samples(metrics, server, 'quartermaster_disk_free_bytes'))['']).toBeGreaterThan(0);
});

test('the port of the metrics serves them and nothing else', async () => {
  shows('5.running.metrics');
  const { metrics, server } = await measuredServer();
  const listening = createMetricsServer(server.app, metrics).listen(0, '127.0.0.1');
  onTestFinished(() => void listening.close());
  await once(listening, 'listening');
  const origin = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  const answer = await fetch(`${origin}/metrics`);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(await answer.text()).toContain('# TYPE quartermaster_http_requests_total counter');
  for (const [path, method] of [
    ['/', 'GET'],
    ['/v1/workspaces', 'GET'],
    ['/metrics', 'POST'],
  ])
    expect((await fetch(`${origin}${path}`, { method: method ?? 'GET' })).status).toBe(404);
});

test('two collectors at once get all jobs and consumers, and a failing count of jobs is no empty one', async () => {
  shows('5.running.metrics');
  const { metrics, server } = await measuredServer();
  await seeded.app.deps.jobs.start();
  await seeded.app.deps.database.query(`insert into event_consumers (name, position) values ('any', 0)`, []);
  const read = () => samples(metrics, server, 'quartermaster_events_lag_seconds');
  const both = await Promise.all([read(), read()]);
  for (const lags of both) expect(lags).toHaveProperty(['{consumer="any"}']);
  const broken = await measuredServer((database) => ({
    ...database,
    query: (text, values, name) =>
      name === 'metrics-jobs' ? Promise.reject(new Error('canceled')) : database.query(text, values, name),
  }));
  expect(await samples(broken.metrics, broken.server, 'quartermaster_database_up')).toEqual({ '': 0 });
});

test('dashboards and alerts name metrics, labels and routes that the server has', async () => {
  shows('5.running.metrics');
  const { metrics, server } = await measuredServer();
  await server.send(accounts.login, { body: { email: emailOf('owner'), password: 'not this one' } });
  await seeded.app.deps.jobs.start();
  await seeded.app.deps.database.query(`insert into event_consumers (name, position) values ('any', 0)`, []);
  await failJobs();
  const text = await metrics.read(server.app);
  const files = ['alerts.yaml', 'dashboards/server.json', 'dashboards/work.json'].map((file) =>
    readFileSync(join(root, 'ops', file), 'utf8').replaceAll('\\"', '"'),
  );
  const metricOf = (name: string) => name.replace(/_(?:bucket|count|sum)$/, '');
  const named = files.flatMap((file) => [
    ...file.matchAll(/\b((?:quartermaster|process|nodejs)_[a-z0-9_]+)(?:\{(\w+)!?=~?"([^"]*)")?/g),
  ]);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(([, name = '']) => !text.includes(`# TYPE ${metricOf(name)} `))).toEqual([]);
  const labelled = named.filter(([, , label]) => label !== undefined);
  expect(labelled.length).toBeGreaterThan(3);
  const sampled = ({ 1: name = '', 2: label, 3: value }: RegExpExecArray) =>
    label === 'route' ? text.includes(`${name}{route="${value}"`) : text.includes(`${label}="`);
  expect(labelled.filter((one) => !sampled(one)).map(([all]) => all)).toEqual([]);
});
