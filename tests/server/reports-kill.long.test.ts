import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builds, channels } from '@quartermaster/contract/endpoints/builds.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { jobs } from '@quartermaster/contract/endpoints/jobs.ts';
import { type Report, reports } from '@quartermaster/contract/endpoints/reports.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { eventually } from '../support/eventually.ts';
import { type RestartableServer, restartableServer } from '../support/restartable-server.ts';
import { exportedItem, insertItems } from '../support/server-content.ts';
import { cleanUp, type ServerProcess } from '../support/server-process.ts';
import { timeout } from '../support/timeout.ts';

const templates = Array.from({ length: 16 }, (_, index) => `template_${String(index).padStart(2, '0')}`);
const itemsEach = 600;
/** The step at which a server’s disk hangs: a third of the way. */
const heldStep = 5;

let restartable: RestartableServer;
let instanceId: number;
let server: ServerProcess;

beforeEach(async () => {
  restartable = await restartableServer(async (database, { dev }) => {
    for (const [index, name] of templates.entries()) {
      await insertItems(database, dev, name, itemsEach, 1 + index * itemsEach);
    }
    await database.query('update projects set next_item_id = $1', [1 + templates.length * itemsEach]);
  });
  instanceId = restartable.studio.dev;
});

afterEach(cleanUp);

async function begin(variables?: Record<string, string>): Promise<void> {
  server = await restartable.begin(variables);
}

const call: RestartableServer['call'] = (endpoint, input) => restartable.call(endpoint, input);

const held = pathToFileURL(join(import.meta.dirname, '../support/held-file.mjs')).href;
const goOn = () => join(restartable.folder, 'go-on');

/** Starts the server with a disk that hangs at one step. */
const beginHeld = () =>
  begin({ NODE_OPTIONS: `--import=${held}`, HELD_FILE: templates[heldStep] ?? '', RELEASED_BY: goOn() });

async function end(signal: NodeJS.Signals): Promise<number | string> {
  server.child.kill(signal);
  return server.ended;
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

/** The number of unfinished steps of an export; read while no server runs, as the next one resumes them at once. */
function openSteps(reportId: number): Promise<number> {
  return restartable.onDatabase(async ({ query }) => {
    const open = 'select 1 from report_steps where report_id = $1 and completed_at is null';
    return (await query(open, [reportId])).length;
  });
}

async function complete(reportId: number): Promise<Report> {
  return eventually(
    async () => {
      const report = await read(reportId);
      expect(report).toMatchObject({ completed_steps: report.total_steps, error: null });
      const params = { instanceId, kind: 'export', id: String(reportId) } as const;
      const { job } = await call(jobs.get, { params, query: {} });
      expect(job).toMatchObject({
        state: 'completed',
        done: report.total_steps,
        total: report.total_steps,
        errors: [],
      });
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
  shows('4.builds.whole');
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
  const visible = async () => ({
    builds: (await call(builds.list, { params: { instanceId }, query: {} })).builds.map((build) => build.id),
    live: (await call(channels.list, { params: { instanceId } })).channels.map(({ build }) => build.id),
  });
  expect(await visible()).toEqual({ builds: [], live: [] });
  expect(await end('SIGKILL')).toBe('SIGKILL');
  await restartable.forgetHeartbeats();
  await begin();
  const whole = await complete(half.id);
  expect(await visible()).toEqual({ builds: [half.id], live: [half.id] });
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
  await eventually(() => expect(fetch(`${restartable.url}/healthz`)).rejects.toThrow());
  writeFileSync(goOn(), '');
  expect(await ended).toBe(0);
  expect(await openSteps(half.id)).toBeGreaterThan(0);
  await begin();
  await expectAllFiles(await complete(half.id), {});
});
