import type { Action } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { type Job, type JobKind, jobs } from '@quartermaster/contract/endpoints/jobs.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { changesJob, runChanges, runStep } from '../../server/content/documents/value-changes/change-values.ts';
import type { Deps } from '../../server/core/app/deps.ts';
import type { Query } from '../../server/core/database/database.ts';
import {
  advance,
  beginAttempt,
  endProgress,
  lockAttempt,
  readProgress,
  recordErrors,
  restartProgress,
  Superseded,
  startProgress,
  watchJob,
} from '../../server/core/jobs/progress.ts';
import { editJob } from '../../server/modules/bulk-edits/edit-job-service.ts';
import { deleteProject } from '../../server/modules/projects/delete-service.ts';
import { createReport } from '../../server/modules/reports/repository.ts';
import { giveUpExport, runExport } from '../../server/modules/reports/run-export.ts';
import { syncJob } from '../../server/modules/sync/run/sync-job-service.ts';
import { createRole, grantRole } from '../../server/modules/workspaces/service.ts';
import { shows } from '../specification/shows.ts';
import { openEdit, readSet } from '../support/bulk-edits.ts';
import { eventually } from '../support/eventually.ts';
import { field, inOrder, saveTemplate } from '../support/sample-template.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';
import { insertItems } from '../support/server-content.ts';
import { holdJob } from '../support/server-jobs.ts';
import { openSync } from '../support/sync.ts';
import { unitWithQuery } from '../support/unit.ts';

const addOne: Action = { operations: [{ field_id: 'cost', op: 'add', value: 1 }] };
const { signal } = new AbortController();

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  await insertItems(server.app.deps.database, server.studio.dev, 'thing', 30);
});

const query: Query = (text, values, name) => server.app.deps.database.query(text, values, name);
const idsTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const paramsOf = (kind: JobKind, id: number | string, instanceId = server.studio.dev) => ({
  instanceId,
  kind,
  id: String(id),
});

const read = async (kind: JobKind, id: number | string, errors?: number): Promise<Job> =>
  (
    await server.call(
      jobs.get,
      { params: paramsOf(kind, id), query: { ...(errors !== undefined && { errors }) } },
      { as: 'owner' },
    )
  ).job;

const cancel = (kind: JobKind, id: number | string, as: Person = 'owner') =>
  server.send(jobs.cancel, { params: paramsOf(kind, id) }, { as });

const canceled = { status: 200, body: { ok: true } };
const ended = {
  status: 409,
  body: { error: 'changed', message: 'This has ended already, so it cannot be cancelled.' },
};

const runEdit = (id: number, deps: Partial<Deps> = {}) =>
  editJob.run({ ...server.app.deps, ...deps }, { sync_id: id }, signal);

/** An export that no server has begun. */
const openExport = async (instanceId = server.studio.dev): Promise<number> => {
  const { unit, clock } = server.app.deps;
  const author = { actor: { kind: 'account', accountId: server.studio.accounts.owner }, origin: 'form' } as const;
  const path = `path-${Math.random()}`.replace('.', '');
  const report = { instanceId, author, path, createdAt: clock.now() };
  return (await unit(({ query: inside }) => createReport(inside, report))) ?? expect.fail('No export is running.');
};

describe('a job of any kind', () => {
  const subject = { kind: 'change-set', id: 2_000_000_000 } as const;
  const start = async () => {
    const at = new Date();
    const { dev: instanceId } = server.studio;
    await startProgress(query, { ...subject, instanceId, doing: 'Starting', total: 10, canCancel: true, at });
    return { ...subject, attempt: (await beginAttempt(query, subject)) ?? 0 };
  };
  const rows = (count: number) => idsTo(count).map((row) => ({ row: `#${row}`, message: 'is wrong' }));

  test('counts what is done, and shows no more than there is', async () => {
    const attempt = await start();
    expect(await advance(query, attempt, { more: 4, doing: 'Writing' })).toBe(true);
    expect(await advance(query, attempt, { more: 3 })).toBe(true);
    expect(await readProgress(query, subject)).toMatchObject({
      state: 'running',
      done: 7,
      total: 10,
      doing: 'Writing',
    });
    await advance(query, attempt, { more: 30 });
    expect(await readProgress(query, subject)).toMatchObject({ done: 10, total: 10 });
    await restartProgress(query, attempt, { doing: 'Again', total: 8 });
    expect(await readProgress(query, subject)).toMatchObject({ done: 0, total: 8, doing: 'Again' });
  });

  test('stores the first rows with errors and counts all of them, until the next attempt', async () => {
    const attempt = await start();
    await recordErrors(query, attempt, rows(60));
    await recordErrors(query, attempt, rows(250));
    await recordErrors(query, attempt, rows(250));
    const { errors, error_count } = (await readProgress(query, subject, 1000)) ?? expect.fail('There is a job.');
    expect([errors.length, error_count]).toEqual([160, 560]);
    expect((await readProgress(query, subject, 3))?.errors.map(({ row }) => row)).toEqual(['#1', '#2', '#3']);
    await beginAttempt(query, subject);
    expect(await readProgress(query, subject, 3)).toMatchObject({ errors: [], error_count: 0 });
  });

  test('is written by its latest attempt alone, and by none once it has ended', async () => {
    const first = await start();
    const second = { ...subject, attempt: (await beginAttempt(query, subject)) ?? 0 };
    expect(second.attempt).toBe(2);
    const at = new Date();
    const writes = async (attempt: typeof first) => {
      await recordErrors(query, attempt, rows(1));
      await restartProgress(query, attempt, { doing: 'Other', total: 1 });
      const locked = await lockAttempt(query, attempt).then(
        () => true,
        (error: unknown) => !(error instanceof Superseded),
      );
      return [
        locked,
        await advance(query, attempt, { more: 1 }),
        await endProgress(query, attempt, { state: 'failed', at }),
      ];
    };
    expect(await writes(first)).toEqual([false, false, false]);
    expect(await readProgress(query, subject)).toMatchObject({ state: 'running', done: 0, total: 10, error_count: 0 });
    expect(await endProgress(query, second, { state: 'completed', at })).toBe(true);
    expect(await writes(second)).toEqual([false, false, false]);
    expect(await beginAttempt(query, subject)).toBeUndefined();
    expect(await readProgress(query, subject)).toMatchObject({
      state: 'completed',
      done: 0,
      total: 10,
      error_count: 0,
    });
  });

  test('stops work that watches it once it is cancelled', async () => {
    const attempt = await start();
    const other = watchJob(query, { ...subject, id: subject.id - 1 }, signal, 1);
    const watch = watchJob(query, attempt, signal, 1);
    await eventually(async () => expect(await advance(query, attempt, { more: 1 })).toBe(true));
    expect(watch.signal.aborted).toBe(false);
    await endProgress(query, subject, { state: 'cancelled', at: new Date() });
    await eventually(() => expect(watch.signal.reason).toBeInstanceOf(Superseded));
    // Work without progress goes on.
    expect(other.signal.aborted).toBe(false);
    watch.stop();
    other.stop();
  });
});

describe('a change set', () => {
  test('names the items that a rule refuses, and those that were saved since', async () => {
    const tooLong: Action = { operations: [{ field_id: 'label', op: 'append', value: 'x'.repeat(250) }] };
    const refused = await openEdit(server, { templateId: 'thing', ids: idsTo(30), action: tooLong });
    await runEdit(refused);
    const job = await read('change-set', refused);
    expect(job).toMatchObject({ state: 'failed', total: 30, done: 0, error_count: 30, can_cancel: false });
    expect(job.error).toBe((await readSet(server, refused)).error);
    expect(job.errors).toHaveLength(20);
    expect(job.errors[0]).toEqual({ row: 'Item 1 #1', message: 'label: must be at most 255 characters' });
    expect((await read('change-set', refused, 100)).errors).toHaveLength(30);
    expect((await read('change-set', refused, 0)).errors).toEqual([]);

    const first = await openEdit(server, { templateId: 'thing', ids: idsTo(30), action: addOne });
    const second = await openEdit(server, { templateId: 'thing', ids: [3, 7], action: addOne });
    await runEdit(second);
    await runEdit(first);
    expect((await read('change-set', first)).errors).toEqual([
      { row: 'Item 3 #3', message: 'was changed in the meantime' },
      { row: 'Item 7 #7', message: 'was changed in the meantime' },
    ]);
    const third = await openEdit(server, { templateId: 'thing', ids: [8, 9], action: addOne });
    await query('delete from items where id = 9', []);
    await runEdit(third);
    expect((await read('change-set', third)).errors).toEqual([{ row: '#9', message: 'was deleted in the meantime' }]);
    expect(await read('change-set', second)).toMatchObject({ state: 'completed', done: 2, total: 2, errors: [] });
  });

  test('can be cancelled until it is applied, and not after it has ended', async () => {
    shows('4.bulk.cancel');
    const open = () => openEdit(server, { templateId: 'thing', ids: idsTo(30), action: addOne });
    const waiting = await open();
    expect(await read('change-set', waiting)).toMatchObject({
      state: 'running',
      doing: 'Preparing the items',
      can_cancel: true,
    });
    expect(await cancel('change-set', waiting)).toMatchObject(canceled);
    await runEdit(waiting);
    expect((await readSet(server, waiting)).state).toBe('cancelled');
    expect(await read('change-set', waiting)).toMatchObject({ state: 'cancelled', can_cancel: false });
    expect(await cancel('change-set', waiting)).toMatchObject(ended);

    const applying = await open();
    const { unit } = server.app.deps;
    let late: ReturnType<typeof cancel> | undefined;
    const doing: string[] = [];
    // Its call waits for the transaction that applies the change set, and comes too late.
    const changed = unitWithQuery(unit, (inside) => async (text, ...rest) => {
      if (text.includes("set state = 'applied'")) {
        const [row] = await inside<{ doing: string }>(
          "select doing from job_progress where kind = 'change-set' and subject_id = $1",
          [applying],
        );
        doing.push(row?.doing ?? '');
        late = cancel('change-set', applying);
      }
      return inside(text, ...rest);
    });
    await runEdit(applying, { unit: changed });
    expect(doing).toEqual(['Applying the changes']);
    expect(await late).toMatchObject(ended);
    expect((await readSet(server, applying)).state).toBe('applied');

    const failed = await open();
    await query('delete from items where id = 5', []);
    await runEdit(failed);
    expect((await readSet(server, failed)).state).toBe('failed');
    expect(await cancel('change-set', failed)).toMatchObject(ended);
  });

  test('cannot be cancelled if it is a sync, whose progress is read in both of its instances', async () => {
    const { dev, stage, prod } = server.studio;
    const id = await openSync(server);
    const at = (instanceId: number, as: Person = 'owner') =>
      server.send(jobs.get, { params: paramsOf('change-set', id, instanceId), query: {} }, { as });
    for (const instanceId of [dev, stage])
      expect(await at(instanceId)).toMatchObject({ status: 200, body: { job: { total: 30, can_cancel: false } } });
    expect(await at(prod)).toMatchObject({ status: 404 });
    // Reading the history of syncs needs another permission than reading what was changed in an instance.
    expect(await at(dev, 'member')).toMatchObject({ status: 403 });
    for (const instanceId of [dev, stage]) {
      const { status, body } = await server.send(
        jobs.cancel,
        { params: paramsOf('change-set', id, instanceId) },
        { as: 'owner' },
      );
      expect({ status, body }).toMatchObject({ status: 422, body: { message: 'A sync cannot be cancelled.' } });
    }
    await syncJob.run(server.app.deps, { sync_id: id }, signal);
    expect(await read('change-set', id)).toMatchObject({ state: 'completed', done: 30 });
  });

  test('fails with its job if that is given up', async () => {
    const id = await openEdit(server, { templateId: 'thing', ids: idsTo(30), action: addOne });
    await editJob.onGivenUp?.(server.app.deps, { sync_id: id }, new Error('died'));
    const error = 'The edit could not be made. Nothing was changed. Try again later.';
    expect(await read('change-set', id)).toMatchObject({ state: 'failed', error });
    expect(await readSet(server, id)).toMatchObject({ state: 'failed', error });
  });
});

describe('an export', () => {
  test('shows which file it writes, how many it has written, and for which one it fails', async () => {
    await insertItems(server.app.deps.database, server.studio.dev, 'hero', 3);
    const id = await openExport();
    expect(await read('export', id)).toMatchObject({
      state: 'running',
      doing: 'Starting',
      done: 0,
      total: 3,
      can_cancel: true,
    });
    const { files } = server.app.deps;
    const seen: unknown[] = [];
    const put: typeof files.put = async (key, data) => {
      const { doing, done } = await read('export', id);
      if (key.endsWith('.json')) seen.push([doing, done]);
      if (key.includes('/thing-')) throw new Error('the disk is full');
      await files.put(key, data);
    };
    const deps = { ...server.app.deps, files: { ...files, put } };
    await expect(runExport(deps, { report_id: id }, signal)).rejects.toThrow('the disk is full');
    const thing = { row: 'thing', message: 'The file could not be written.' };
    expect(await read('export', id)).toMatchObject({ state: 'running', done: 2, errors: [thing], error_count: 1 });
    await expect(runExport(deps, { report_id: id }, signal)).rejects.toThrow('the disk is full');
    expect(await read('export', id)).toMatchObject({ errors: [thing], error_count: 1 });
    await runExport(server.app.deps, { report_id: id }, signal);
    expect(seen).toEqual([
      ['Writing hero.json', 0],
      ['Writing image.json', 1],
      ['Writing thing.json', 2],
      ['Writing thing.json', 2],
    ]);
    expect(await read('export', id)).toMatchObject({
      state: 'completed',
      doing: 'Writing the list of files',
      done: 3,
      total: 3,
      errors: [],
    });
    expect(await cancel('export', id)).toMatchObject(ended);
  });

  test('fails with its job, and when its project is deleted', async () => {
    const given = await openExport();
    await giveUpExport(server.app.deps, { report_id: given });
    expect(await read('export', given)).toMatchObject({
      state: 'failed',
      error: 'The export has stopped at image. Please try again later.',
    });
    const { projectId, workspaceId } = server.studio;
    const id = await openExport();
    await deleteProject(server.app.deps, { projectId, workspaceId });
    expect(await readProgress(query, { kind: 'export', id })).toMatchObject({
      state: 'failed',
      error: 'The export has stopped, as the project is being deleted.',
    });
  });

  test('that is cancelled stops, also within a file, and lets the next one start', async () => {
    const before = await openExport();
    await runExport(server.app.deps, { report_id: before }, signal);
    // So that no file is taken over from the one before.
    await query('update report_steps set content_hash = null', []);
    const id = await openExport();
    const { files } = server.app.deps;
    const put: typeof files.put = async (key, data) => {
      if (/\/image-[^/]*\.json$/.test(key)) expect(await cancel('export', id)).toMatchObject(canceled);
      await files.put(key, data);
    };
    await runExport({ ...server.app.deps, files: { ...files, put } }, { report_id: id }, signal);
    const params = { instanceId: server.studio.dev };
    const { report } = await server.call(reports.get, { params: { ...params, reportId: id } }, { as: 'owner' });
    expect(report).toMatchObject({ state: 'failed', error: 'The export was cancelled.' });
    expect(await read('export', id)).toMatchObject({ state: 'cancelled', error: 'The export was cancelled.' });
    expect(report.steps.map(({ template_id, started_at }) => [template_id, started_at !== null])).toEqual([
      ['image', true],
      ['thing', false],
    ]);
    expect(await cancel('export', id)).toMatchObject(ended);
    const { reports: completed } = await server.call(
      reports.list,
      { params, query: { completed: true } },
      { as: 'owner' },
    );
    expect(completed.map((one) => one.id)).toEqual([before]);
    await runExport(server.app.deps, { report_id: await openExport() }, signal);
  });

  test('is deleted with its progress', async () => {
    for (let made = 0; made < 22; made += 1)
      await runExport(server.app.deps, { report_id: await openExport() }, signal);
    const counts =
      'select (select count(*)::int from reports) as reports, (select count(*)::int from job_progress) as jobs';
    expect(await query(counts, [])).toEqual([{ reports: 20, jobs: 20 }]);
  });
});

test('the change of items after that of their template has progress, and cannot be cancelled', async () => {
  const { dev } = server.studio;
  const { deps } = server.app;
  await holdJob(deps, changesJob);
  const fields = inOrder([field('title', 'text'), field('price', 'integer')]);
  await saveTemplate(server, 'many', fields);
  const [row] = await query<{ key: number }>("select key from templates where id = 'many'", []);
  const key = row?.key ?? 0;
  await query(
    `insert into items (template_key, id, label, "values", version, created_at, updated_at)
      select $1, 5000 + n, 'Item', '{}', 1, now(), now() from generate_series(1, 1200) n`,
    [key],
  );
  await query(
    'insert into item_counts (template_key, items) values ($1, 1200) on conflict (template_key) do update set items = 1200',
    [key],
  );
  expect(
    (await server.send(jobs.get, { params: paramsOf('template-change', 'many'), query: {} }, { as: 'owner' })).status,
  ).toBe(404);
  const [version] = await query<{ version: number }>('select version from templates where key = $1', [key]);
  await saveTemplate(server, 'many', inOrder([field('title', 'text')]), { version: version?.version ?? 0 });
  expect(await read('template-change', 'many')).toMatchObject({
    state: 'running',
    doing: 'Removing values',
    done: 0,
    total: 1200,
    can_cancel: false,
  });
  await runStep(deps, key, 300);
  expect(await read('template-change', 'many')).toMatchObject({ state: 'running', done: 300, total: 1200 });
  const { change } = await server.call(
    templates.progress,
    { params: { instanceId: dev, templateId: 'many' } },
    { as: 'owner' },
  );
  expect(change).toEqual({ removes: true, restores: false, items: 1200, done: 300 });
  expect(await cancel('template-change', 'many')).toMatchObject({
    status: 422,
    body: { message: 'A change of a template cannot be cancelled: some of its items are changed already.' },
  });
  expect((await cancel('template-change', 'many', 'member')).status).toBe(403);
  await runChanges(deps, signal);
  expect(await read('template-change', 'many')).toMatchObject({ state: 'completed', done: 1200, total: 1200 });
  await server.call(templates.delete, { params: { instanceId: dev, templateId: 'many' } }, { as: 'owner' });
  expect(await query("select 1 from job_progress where kind = 'template-change'", [])).toEqual([]);
});

test('a job is read and cancelled with the access to what it is about', async () => {
  const { dev, stage, workspaceId, accounts } = server.studio;
  const edit = await openEdit(server, { templateId: 'thing', ids: [1], action: addOne });
  const exports = { dev: await openExport(dev), stage: await openExport(stage) };
  await server.app.deps.database.transaction(async (query) => {
    const roleId = await createRole(query, { workspaceId, name: 'Exporter', allowed: ['EXPORT'] });
    await grantRole(query, { workspaceId, instanceId: stage, accountId: accounts.member, roleId });
  });
  const statusOf = async (kind: JobKind, id: number | string, as: Person | undefined, instanceId = dev) => {
    const params = paramsOf(kind, id, instanceId);
    const got = await server.send(jobs.get, { params, query: {} }, { as });
    const { can_cancel = null } = (got.body as { job?: Partial<Job> }).job ?? {};
    return [got.status, can_cancel];
  };
  // READ in Dev, and EXPORT in Stage.
  expect(await statusOf('change-set', edit, 'member')).toEqual([200, false]);
  expect(await statusOf('export', exports.dev, 'member')).toEqual([403, null]);
  expect(await statusOf('export', exports.stage, 'member', stage)).toEqual([200, true]);
  expect(await statusOf('change-set', edit, 'member', stage)).toEqual([403, null]);
  expect(await statusOf('template-change', 'thing', 'member', stage)).toEqual([403, null]);
  expect((await cancel('change-set', edit, 'member')).status).toBe(403);
  expect(await statusOf('change-set', edit, 'owner')).toEqual([200, true]);
  for (const [kind, id] of [
    ['change-set', edit],
    ['export', exports.dev],
    ['template-change', 'thing'],
  ] as const) {
    expect(await statusOf(kind, id, undefined)).toEqual([401, null]);
    expect(await statusOf(kind, id, 'stranger')).toEqual([404, null]);
    expect(await statusOf(kind, id, 'owner', stage)).toEqual([404, null]);
    expect((await cancel(kind, id, 'stranger')).status).toBe(404);
  }
  expect(await statusOf('export', 'thing', 'owner')).toEqual([404, null]);
  expect(await statusOf('export', '99999999999', 'owner')).toEqual([404, null]);
  expect(
    (await server.send(jobs.get, { params: { ...paramsOf('export', 1), kind: 'other' }, query: {} }, { as: 'owner' }))
      .status,
  ).toBe(404);
  expect((await cancel('change-set', edit)).status).toBe(200);
});
