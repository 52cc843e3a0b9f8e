import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Endpoint, Input, Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { type Report, reports } from '@quartermaster/contract/endpoints/reports.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import { openDatabase } from '../../server/core/database/open-database.ts';
import { createSecrets } from '../../server/core/environment/secrets.ts';
import { signSession } from '../../server/core/session/session-token.ts';
import { eventually } from '../support/eventually.ts';
import { urlOf } from '../support/server.ts';
import { exportedItem, insertItems } from '../support/server-content.ts';
import { fillFolder, migrations, onServer, testDatabasePrefix } from '../support/server-database.ts';
import { cleanUp, type ServerProcess, startProcess, temporaryFolder } from '../support/server-process.ts';
import { seedStudio } from '../support/server-studio.ts';
import { timeout } from '../support/timeout.ts';

const secretKey = 'only for tests that kill, only for tests that kill';
const templates = Array.from({ length: 16 }, (_, index) => `template_${String(index).padStart(2, '0')}`);
const itemsEach = 600;
/** The step at which a server’s disk hangs: a third of the way. */
const heldStep = 5;

let folder: string;
let databaseUrl: string | undefined;
let port: string;
let instanceId: number;
let authorization: string;
let server: ServerProcess;

beforeEach(async () => {
  folder = temporaryFolder();
  port = String(await freePort());
  databaseUrl = await ownDatabase();
  if (!databaseUrl) await fillFolder(folder);
  const database = await openDatabase({ url: databaseUrl, folder: join(folder, 'db'), migrations });
  const clock = { now: () => new Date() };
  const studio = await seedStudio(database, clock.now());
  instanceId = studio.dev;
  for (const [index, name] of templates.entries()) {
    await insertItems(database, instanceId, name, itemsEach, 1 + index * itemsEach);
  }
  await database.query('update projects set next_item_id = $1', [1 + templates.length * itemsEach]);
  await database.close();
  authorization = `Bearer ${signSession({ accountId: studio.accounts.owner, sessionsSince: 0 }, { secrets: createSecrets(secretKey), clock }).token}`;
});

afterEach(cleanUp);

/** A separate database on the server of DATABASE_URL, or none if the embedded one is tested. */
async function ownDatabase(): Promise<string | undefined> {
  if (!process.env.DATABASE_URL) return undefined;
  const url = new URL(process.env.DATABASE_URL);
  url.pathname = `${testDatabasePrefix()}kill_${randomBytes(6).toString('hex')}`;
  await onServer(process.env.DATABASE_URL, `create database ${url.pathname.slice(1)}`);
  return url.href;
}

/** Starts the server, and waits until it is ready. */
async function begin(variables: Record<string, string> = {}): Promise<void> {
  server = await startProcess({
    NODE_ENV: 'test',
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: folder,
    SECRET_KEY: secretKey,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...variables,
  });
  await server.ready;
}

const held = pathToFileURL(join(import.meta.dirname, '../support/held-file.mjs')).href;
const goOn = () => join(folder, 'go-on');

/** Starts the server with a disk that hangs at one step. */
const beginHeld = () =>
  begin({ NODE_OPTIONS: `--import=${held}`, HELD_FILE: templates[heldStep] ?? '', RELEASED_BY: goOn() });

async function end(signal: NodeJS.Signals): Promise<number | string> {
  server.child.kill(signal);
  return server.ended;
}

async function call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Output<E>> {
  const { body } = input as { body?: unknown };
  const response = await fetch(`http://127.0.0.1:${port}${urlOf(endpoint, input as object)}`, {
    method: endpoint.method,
    headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as Output<E>;
}

const read = async (reportId: number): Promise<Report> =>
  (await call(reports.get, { params: { instanceId, reportId } })).report;

/** Starts an export and resolves once it reaches the blocked step, after the images and earlier templates. */
async function halfWay(): Promise<Report> {
  const { id } = await call(reports.start, { params: { instanceId }, body: {} });
  return eventually(async () => {
    const report = await read(id);
    expect(report.completed_steps).toBe(1 + heldStep);
    return report;
  });
}

/** A worker counts as dead after 20 seconds without a heartbeat; the test does not wait that long. */
async function forgetHeartbeats(): Promise<void> {
  if (!databaseUrl) return;
  await onServer(
    databaseUrl,
    "update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'",
  );
}

/** The number of unfinished steps of an export; read while no server runs, as the next one resumes them at once. */
async function openSteps(reportId: number): Promise<number> {
  const database = await openDatabase({ url: databaseUrl, folder: join(folder, 'db'), migrations });
  const open = await database.query('select 1 from report_steps where report_id = $1 and completed_at is null', [
    reportId,
  ]);
  await database.close();
  return open.length;
}

async function complete(reportId: number): Promise<Report> {
  return eventually(
    async () => {
      const report = await read(reportId);
      expect(report).toMatchObject({ completed_steps: report.total_steps, error: null });
      return report;
    },
    { timeout: 2 * timeout },
  );
}

async function expectAllFiles({ path }: Report, changed: Record<number, object>): Promise<void> {
  for (const [index, name] of templates.entries()) {
    const { url } = await call(reports.getFileUrl, { params: { instanceId, path, fileName: `${name}.json` } });
    const first = 1 + index * itemsEach;
    const wanted = Array.from(
      { length: itemsEach },
      (_, offset) => changed[first + offset] ?? exportedItem(name, first + offset),
    );
    expect(await (await fetch(url)).json()).toEqual(wanted);
  }
}

test('after a server is killed the next one finishes its export, and no saved data is lost', async () => {
  await beginHeld();
  const last = templates.at(-1) ?? '';
  const id = templates.length * itemsEach;
  const { token } = await call(instances.getToken, { params: { instanceId } });
  const saved = await call(items.save, {
    params: { instanceId },
    body: {
      id,
      template_id: last,
      internal_label: 'Saved before the end',
      version: 1,
      fields: [
        {
          id: 'cost',
          template_field_id: 'cost',
          template_field_type: 'integer',
          template_group_id: null,
          template_group_path: null,
          value: 4711,
          status: 2,
        },
      ],
    },
  });
  const half = await halfWay();
  expect(await end('SIGKILL')).toBe('SIGKILL');
  await forgetHeartbeats();
  await begin();
  const whole = await complete(half.id);
  const done = half.steps.filter(({ completed_at }) => completed_at);
  expect(whole.steps.filter((step) => done.some((before) => before.id === step.id))).toEqual(done);
  const { item } = await call(items.get, { params: { instanceId, templateId: last, id } });
  expect(item).toMatchObject({ version: saved.version, header: { internal_label: 'Saved before the end' } });
  await expectAllFiles(whole, { [id]: { ...exportedItem(last, id), cost: 4711 } });
  expect((await call(instances.getToken, { params: { instanceId } })).token).toBe(token);
  expect(await end('SIGTERM')).toBe(0);
});

test('after a server is stopped the next one finishes its export, and stopping does not wait for the whole export', async () => {
  await beginHeld();
  const half = await halfWay();
  const ended = end('SIGTERM');
  // Once it is stopping it accepts no calls; only then does its disk continue.
  await eventually(() => expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow());
  writeFileSync(goOn(), '');
  expect(await ended).toBe(0);
  expect(await openSteps(half.id)).toBeGreaterThan(0);
  await begin();
  await expectAllFiles(await complete(half.id), {});
});
