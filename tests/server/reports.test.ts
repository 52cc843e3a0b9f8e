import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import type { Report } from '@quartermaster/contract/endpoints/reports.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Deps } from '../../server/core/app/deps.ts';
import type { RunUnit } from '../../server/core/app/unit.ts';
import type { Query } from '../../server/core/database/database.ts';
import type { Files } from '../../server/core/files/files.ts';
import { giveUpExport, retainedReports, runExport } from '../../server/modules/reports/run-export.ts';
import { shows } from '../specification/shows.ts';
import { eventually } from '../support/eventually.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';
import { exportedItem, insertItems } from '../support/server-content.ts';
import { unitWithQuery } from '../support/unit.ts';

let server: TestServer;
let instanceId: number;
beforeEach(async () => {
  server = await startTestServer();
  instanceId = server.studio.dev;
});

const start = (as: Person = 'owner', instance = instanceId) =>
  server.call(reports.start, { params: { instanceId: instance }, body: {} }, { as });

const read = async (reportId: number): Promise<Report> =>
  (await server.call(reports.get, { params: { instanceId, reportId } }, { as: 'owner' })).report;

const finished = (reportId: number): Promise<Report> =>
  eventually(async () => {
    const report = await read(reportId);
    expect(report.completed_steps).toBe(report.total_steps);
    return report;
  });

/** The file as the console downloads it: by a requested address, without credentials. */
const download = async (path: string, fileName: string) => {
  const { url } = await server.call(reports.getFileUrl, { params: { instanceId, path, fileName } }, { as: 'owner' });
  const answer = await server.app.inject({ method: 'GET', url: url.replace(server.app.deps.config.publicUrl, '') });
  return { url, answer };
};

/** The rest of a job, run here without the queue. */
const run = (
  id: number,
  changes: Partial<Pick<Deps, 'files' | 'database' | 'unit'>> = {},
  signal = new AbortController().signal,
  timeout?: number,
) => runExport({ ...server.app.deps, ...changes }, { report_id: id }, signal, timeout);

/** A store that accepts the file of a template only when released. */
const slowWith = (templateId: string, files = server.app.deps.files) => {
  const started = Promise.withResolvers<void>();
  const continued = Promise.withResolvers<void>();
  const put: Files['put'] = async (key, data) => {
    if (key.endsWith('.json') && key.includes(`/${templateId}-`)) {
      started.resolve();
      await continued.promise;
    }
    await files.put(key, data);
  };
  return { files: { ...files, put }, started: started.promise, goOn: continued.resolve };
};

/** A report without a job. */
const insertReport = async (): Promise<number> => {
  const id = await server.app.deps.database.query<{ id: number }>(
    `insert into reports (instance_id, account_id, path, created_at) values ($1, $2, $3, now()) returning id`,
    [instanceId, server.studio.accounts.owner, `path-${Math.random()}`.replace('.', '')],
  );
  const reportId = id[0]?.id ?? 0;
  await server.app.deps.database.query(
    `insert into report_steps (report_id, position, template_id) select $1, row_number() over (order by id), id from templates where instance_id = $2`,
    [reportId, instanceId],
  );
  return reportId;
};

const hashesOf = async (reportId: number) => ({
  rows: await server.app.deps.database.query<{ template_id: string; sha256: string; file: string }>(
    `select template_id, sha256, file from report_steps where report_id = $1 and template_id in ('aaa', 'bbb', 'ccc') order by template_id`,
    [reportId],
  ),
});

describe('an export', () => {
  test('has one step and one file per template, including images, with exactly the values of the items', async () => {
    shows(
      '2.3.report-step.file',
      '2.3.report-step.template-id',
      '2.3.report.path',
      '2.3.report.steps',
      '2.7.export.templates',
      '2.7.report.get',
      '3.calls.file.array',
      '3.calls.file.item-order',
      '3.calls.file.name',
      '3.calls.file.no-label',
    );
    const { query } = server.app.deps.database;
    await insertItems(server.app.deps.database, instanceId, 'hero', 1203);
    await insertItems(server.app.deps.database, instanceId, 'empty', 0);
    // The same template in another instance, and rows that are not stored in the order of their ids.
    await insertItems(server.app.deps.database, server.studio.stage, 'hero', 2, 5000);
    await query("update items set label = 'Moved' where id in (1, 2, 600)", []);
    const { id } = await start();
    const report = await finished(id);
    expect(report.steps.map(({ template_id, file }) => [template_id, file])).toEqual([
      ['empty', 'empty.json'],
      ['hero', 'hero.json'],
      ['image', 'image.json'],
    ]);
    const hero = await download(report.path, 'hero.json');
    expect(JSON.parse(hero.answer.body)).toEqual(
      Array.from({ length: 1203 }, (_, index) => exportedItem('hero', index + 1)),
    );
    expect((await download(report.path, 'empty.json')).answer.body).toBe('[]\n');
    expect((await download(report.path, 'image.json')).answer.body).toBe('[]\n');
    const [step] = await query<{ bytes: number }>(
      `select bytes from report_steps where report_id = $1 and template_id = 'hero'`,
      [id],
    );
    expect(step?.bytes).toBe(Buffer.byteLength(hero.answer.body));
  });

  test('contains a changed item the next time, and leaves the previous export unchanged', async () => {
    shows('2.7.export.templates', '2.7.dictionary.get');
    await insertItems(server.app.deps.database, instanceId, 'hero', 3);
    const first = await finished((await start()).id);
    await server.app.deps.database.query(`update items set values = '{"title":"Changed","cost":1}' where id = 2`, []);
    const second = await finished((await start()).id);
    const [before, after] = await Promise.all(
      [first, second].map(async ({ path }) => JSON.parse((await download(path, 'hero.json')).answer.body)),
    );
    expect(before).toEqual([1, 2, 3].map((id) => exportedItem('hero', id)));
    expect(after).toEqual([exportedItem('hero', 1), { id: 2, title: 'Changed', cost: 1 }, exportedItem('hero', 3)]);
  });

  test('writes only the files of templates that have changed, with the bytes that writing all of them has', async () => {
    const { database, files } = server.app.deps;
    for (const id of ['aaa', 'bbb', 'ccc']) await insertItems(database, instanceId, id, 200, id.charCodeAt(0) * 1000);
    const written: string[] = [];
    const put: Files['put'] = (key, data) => {
      written.push(/\/([a-c]{3})-\w+\.json$/.exec(key)?.[1] ?? '');
      return files.put(key, data);
    };
    const exportAll = async () => {
      written.length = 0;
      const id = await insertReport();
      await run(id, { files: { ...files, put } });
      const { steps } = await read(id);
      const { rows } = await hashesOf(id);
      return { written: written.filter(Boolean), rows, steps: steps.length };
    };
    const first = await exportAll();
    expect(first.written).toEqual(['aaa', 'bbb', 'ccc']);
    const ofServers = database.kind === 'postgres';
    const equal = await exportAll();
    expect(equal.rows).toEqual(first.rows);
    expect(equal.written).toEqual(ofServers ? [] : first.written);

    const change = (statement: string, templateId: string) =>
      database.query(`${statement.replace('$key', '(select key from templates where instance_id = $1 and id = $2)')}`, [
        instanceId,
        templateId,
      ]);
    await change(`update items set "values" = '{"title":"new"}' where template_key = $key and id % 100 = 7`, 'bbb');
    const changed = await exportAll();
    expect(changed.written).toEqual(ofServers ? ['bbb'] : first.written);
    expect(changed.rows.map(({ sha256 }, at) => sha256 === first.rows[at]?.sha256)).toEqual([true, false, true]);
    // The template alone, and a file that the store has lost.
    await change(
      `update templates set fields = jsonb_set(fields, '{0,settings,name}', '"headline"') where key = $key`,
      'ccc',
    );
    await database.query(`update templates set version = version + 1 where instance_id = $1`, [instanceId]);
    for (const { file } of changed.rows.slice(0, 1)) await files.delete(file);
    const last = await exportAll();
    expect(last.written).toEqual(ofServers ? ['aaa', 'ccc'] : first.written);

    await database.query('update report_steps set content_hash = null', []);
    const whole = await exportAll();
    expect(whole.written).toEqual(['aaa', 'bbb', 'ccc']);
    expect(whole.rows.map(({ sha256 }) => sha256)).toEqual(last.rows.map(({ sha256 }) => sha256));
    shows('5.running.exports');
  });

  test('runs once at a time per instance, however many are requested, and concurrently in other instances', async () => {
    await insertReport();
    const answers = await Promise.all(
      [1, 2, 3].map(() => server.send(reports.start, { params: { instanceId }, body: {} }, { as: 'owner' })),
    );
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409]);
    expect(answers[0]?.body).toMatchObject({ error: 'running' });
    await start('owner', server.studio.stage);
  });

  test('counts as completed once delivery serves its files', async () => {
    shows('3.settled.export.completed-once-served', '3.settled.export.state');
    const { token } = await server.call(instances.getToken, { params: { instanceId } }, { as: 'owner' });
    const delivered = async () => {
      const headers = { authorization: `Bearer ${token}` };
      return (await server.app.inject({ url: `/v1/delivery/${instanceId}/hero.json`, headers })).json();
    };
    const listed = async () =>
      (await server.call(reports.list, { params: { instanceId }, query: {} }, { as: 'owner' })).reports[0];
    await insertItems(server.app.deps.database, instanceId, 'hero', 1);
    await run(await insertReport());
    await server.app.deps.database.query(`update items set values = '{"title":"Changed","cost":1}'`, []);
    const id = await insertReport();
    const slow = slowWith('manifest');
    const running = run(id, { files: slow.files });
    await slow.started;
    for (const report of [await read(id), await listed()])
      expect(report).toMatchObject({ id, total_steps: 2, completed_steps: 1, state: 'running' });
    expect(await delivered()).toEqual([exportedItem('hero', 1)]);
    slow.goOn();
    await finished(id);
    expect(await delivered()).toEqual([{ id: 1, title: 'Changed', cost: 1 }]);
    expect([(await read(id)).state, (await listed())?.state]).toEqual(['completed', 'completed']);
    await running;

    // The same with a single step.
    const { query } = server.app.deps.database;
    const short = await insertReport();
    await query("delete from report_steps where report_id = $1 and template_id = 'hero'", [short]);
    const slowAgain = slowWith('manifest');
    const runningAgain = run(short, { files: slowAgain.files });
    await slowAgain.started;
    expect(await read(short)).toMatchObject({ total_steps: 1, completed_steps: 0, state: 'running' });
    slowAgain.goOn();
    await runningAgain;
    expect(await read(short)).toMatchObject({ completed_steps: 1, state: 'completed' });
  });

  test('that fails after its last file has not completed its last step', async () => {
    shows('3.settled.export.state');
    const id = await insertReport();
    const { files } = server.app.deps;
    const put: Files['put'] = async (key, data) => {
      if (key.includes('/manifest-')) throw new Error('the disk is full');
      await files.put(key, data);
    };
    await expect(run(id, { files: { ...files, put } })).rejects.toThrow('the disk is full');
    await giveUpExport(server.app.deps, { report_id: id });
    expect(await read(id)).toMatchObject({ total_steps: 1, completed_steps: 0, state: 'failed' });
  });

  test('runs once for concurrent requests', async () => {
    await insertItems(server.app.deps.database, instanceId, 'hero', 5000);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        server.send(reports.start, { params: { instanceId }, body: {} }, { as: 'owner' }),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    const { reports: list } = await server.call(reports.list, { params: { instanceId }, query: {} }, { as: 'owner' });
    expect(list).toHaveLength(1);
    await finished(list[0]?.id ?? 0);
  });

  test('accepts only an empty body, and needs the EXPORT permission', async () => {
    shows('2.7.export.templates');
    const params = { instanceId };
    expect((await server.send(reports.start, { params, body: { all: true } }, { as: 'owner' })).status).toBe(422);
    expect((await server.send(reports.start, { params, body: {} }, { as: 'member' })).status).toBe(403);
    expect((await server.send(reports.start, { params, body: {} }, { as: 'stranger' })).status).toBe(404);
    expect((await server.send(reports.start, { params, body: {} })).status).toBe(401);
  });
});

describe('an export of large items', () => {
  const [large, letters] = [40, 200_000];
  const insertLarge = async () => {
    await insertItems(server.app.deps.database, instanceId, 'hero', large);
    await server.app.deps.database.query(
      "update items set values = jsonb_build_object('title', repeat(chr(64 + id), $1::int), 'cost', id * 2)",
      [letters],
    );
    return insertReport();
  };

  test('reads a few of them at a time, and streams their file in small chunks', async () => {
    const { database, unit, files } = server.app.deps;
    const answers: number[] = [];
    const measured =
      (query: Query): Query =>
      async <R>(...args: Parameters<Query>) => {
        const rows = await query<R>(...args);
        answers.push(JSON.stringify(rows).length);
        return rows;
      };
    const pieces: number[] = [];
    const put: Files['put'] = async (key, data) => {
      if (!key.includes('/hero-') || !key.endsWith('.json')) return files.put(key, data);
      const seen = Readable.from(
        (async function* () {
          for await (const piece of data as AsyncIterable<Buffer>) {
            pieces.push(piece.length);
            yield piece;
          }
        })(),
        { objectMode: false },
      );
      return files.put(key, seen);
    };
    const id = await insertLarge();
    await run(id, {
      files: { ...files, put },
      database: {
        ...database,
        query: measured(database.query),
      },
      unit: unitWithQuery(unit, measured),
    });
    const report = await read(id);
    expect(report.completed_steps).toBe(report.total_steps);
    const { answer } = await download(report.path, 'hero.json');
    expect(JSON.parse(answer.body)).toEqual(
      Array.from({ length: large }, (_, index) => ({
        id: index + 1,
        title: String.fromCharCode(65 + index).repeat(letters),
        cost: 2 * (index + 1),
      })),
    );
    expect(Math.max(...answers)).toBeLessThan(1024 * 1024 + 2 * letters);
    expect(Math.max(...pieces)).toBeLessThan(3 * letters);
    expect(pieces.length).toBeGreaterThan(large / 2);
  });
});

describe('an interrupted export', () => {
  test('resumes its unfinished steps, and skips templates that no longer exist', async () => {
    shows('2.3.report.completed-steps', '2.3.report.total-steps');
    for (const name of ['aaa', 'bbb', 'ccc']) await insertItems(server.app.deps.database, instanceId, name, 700);
    const id = await insertReport();
    const { files } = server.app.deps;
    const stop = new AbortController();
    const stopsAtSecond: Files = {
      ...files,
      put: async (key, data) => {
        await files.put(key, data);
        if (/bbb-\w+\.json$/.test(key)) stop.abort(new Error('stopped'));
      },
    };
    await expect(run(id, { files: stopsAtSecond }, stop.signal)).rejects.toThrow('stopped');
    const half = await read(id);
    expect(half).toMatchObject({ total_steps: 4, completed_steps: 2 });
    expect(half.steps.map(({ file }) => file)).toEqual(['aaa.json', 'bbb.json', null, null]);
    await run(id);
    const whole = await finished(id);
    expect(whole.steps.slice(0, 2)).toEqual(half.steps.slice(0, 2));
    expect(JSON.parse((await download(whole.path, 'ccc.json')).answer.body)).toHaveLength(700);
  });

  test('leaves no file of the interrupted attempt', async () => {
    await insertItems(server.app.deps.database, instanceId, 'aaa', 700);
    const id = await insertReport();
    const { files } = server.app.deps;
    const put: string[] = [];
    const dies: Files = {
      ...files,
      put: async (key, data) => {
        if (key.endsWith('.gz')) throw new Error('the disk is full');
        await files.put(key, data);
        put.push(key);
      },
    };
    await expect(run(id, { files: dies })).rejects.toThrow('the disk is full');
    await run(id);
    await finished(id);
    expect(put.length).toBeGreaterThan(0);
    for (const key of put) expect(await files.exists(key)).toBe(false);
  });

  test('deletes the files of an earlier attempt outside of any transaction', async () => {
    await insertItems(server.app.deps.database, instanceId, 'aaa', 5);
    const id = await insertReport();
    const { database, unit, files } = server.app.deps;
    await database.query(`update report_steps set file = 'exports/1/left.json' where report_id = $1`, [id]);
    let open = 0;
    const counted: RunUnit = async (work) => {
      open++;
      return unit(work).finally(() => open--);
    };
    const openAtDelete: number[] = [];
    const remove: Files['delete'] = async (key) => {
      openAtDelete.push(open);
      await files.delete(key);
    };
    await run(id, { unit: counted, files: { ...files, delete: remove } });
    expect(openAtDelete.length).toBeGreaterThan(0);
    expect(openAtDelete.every((count) => count === 0)).toBe(true);
  });

  test.each(['before reading anything', 'half way'])('fails if the store fails %s', async (when) => {
    await insertItems(server.app.deps.database, instanceId, 'aaa', 5000);
    const id = await insertReport();
    const full: Files = {
      ...server.app.deps.files,
      put: async (_key, data) => {
        if (when === 'half way') await once(data as Readable, 'readable');
        throw new Error('the disk is full');
      },
    };
    await expect(run(id, { files: full })).rejects.toThrow('the disk is full');
    await run(id);
    await finished(id);
  });

  test('ends if it is stopped while the store accepts no more data', async () => {
    await insertItems(server.app.deps.database, instanceId, 'aaa', 5000);
    const id = await insertReport();
    const stop = new AbortController();
    const stuck: Files = {
      ...server.app.deps.files,
      put: async (_key, data) => {
        const stream = data as Readable;
        stream.once('readable', () => stop.abort(new Error('stopped')));
        await once(stream, 'close');
      },
    };
    await expect(run(id, { files: stuck }, stop.signal)).rejects.toThrow(/stopped|abort/i);
  });

  test('has files that match their hashes after two servers ran it at once', async () => {
    await insertItems(server.app.deps.database, instanceId, 'aaa', 700);
    const id = await insertReport();
    await Promise.allSettled([run(id), run(id)]);
    await run(id);
    const { path } = await finished(id);
    expect(JSON.parse((await download(path, 'aaa.json')).answer.body)).toHaveLength(700);
    const steps = await server.app.deps.database.query<{ file: string; bytes: number }>(
      'select file, bytes from report_steps where report_id = $1',
      [id],
    );
    for (const { file, bytes } of steps)
      expect(Buffer.byteLength(await text(await server.app.deps.files.get(file)))).toBe(bytes);
  });

  test('keeps the file of a step that another server has finished in the meantime', async () => {
    await insertItems(server.app.deps.database, instanceId, 'aaa', 5);
    const id = await insertReport();
    const slow = slowWith('aaa');
    const next = slowWith('image', slow.files);
    const first = run(id, { files: next.files });
    await slow.started;
    const { database } = server.app.deps;
    const query: Query = async <R>(text: string, values: readonly unknown[], name?: string) => {
      const rows = await database.query<R>(text, values, name);
      if (text.startsWith('select id, template_id')) {
        slow.goOn();
        await next.started;
      }
      return rows;
    };
    await run(id, { database: { ...database, query } });
    next.goOn();
    await first;
    const { path } = await finished(id);
    expect(JSON.parse((await download(path, 'aaa.json')).answer.body)).toHaveLength(5);
  });

  test('is not complete while another server is working on a step', async () => {
    await insertItems(server.app.deps.database, instanceId, 'aaa', 5);
    const id = await insertReport();
    const [slow, slower] = [slowWith('aaa'), slowWith('aaa')];
    const first = run(id, { files: slow.files });
    await slow.started;
    const second = run(id, { files: slower.files });
    await slower.started;
    slow.goOn();
    const ended = vi.fn();
    void first.then(ended, ended);
    await eventually(async () => {
      expect((await read(id)).steps.map(({ file }) => file)).toEqual([null, 'image.json']);
    });
    const [row] = await server.app.deps.database.query('select completed_at from reports where id = $1', [id]);
    expect(row).toEqual({ completed_at: null });
    // The job belongs to the other server: finishing it here would finish it for both.
    expect(ended).not.toHaveBeenCalled();
    slower.goOn();
    await Promise.all([first, second]);
    const { path } = await finished(id);
    expect(JSON.parse((await download(path, 'aaa.json')).answer.body)).toHaveLength(5);
  });

  test('is retried if the other server dies during a step that it took over', async () => {
    await insertItems(server.app.deps.database, instanceId, 'aaa', 5);
    const id = await insertReport();
    const [slow, dying] = [slowWith('aaa'), slowWith('aaa')];
    const first = run(id, { files: slow.files }, undefined, 1);
    await slow.started;
    const death = new AbortController();
    const second = run(id, { files: dying.files }, death.signal);
    await dying.started;
    slow.goOn();
    await expect(first).rejects.toThrow('does not finish its step');
    death.abort(new Error('killed'));
    dying.goOn();
    await expect(second).rejects.toThrow(/killed|abort/i);
    await run(id);
    const { path } = await finished(id);
    expect(JSON.parse((await download(path, 'aaa.json')).answer.body)).toHaveLength(5);
  });

  test('has no file for a deleted template', async () => {
    shows('2.3.report-step.file');
    await insertItems(server.app.deps.database, instanceId, 'aaa', 5);
    const id = await insertReport();
    await server.app.deps.database.query(`delete from templates where instance_id = $1 and id = 'aaa'`, [instanceId]);
    await run(id);
    const report = await finished(id);
    expect(report.steps.map(({ template_id, file }) => [template_id, file])).toEqual([
      ['aaa', null],
      ['image', 'image.json'],
    ]);
    expect(
      (
        await server.send(
          reports.getFileUrl,
          { params: { instanceId, path: report.path, fileName: 'aaa.json' } },
          { as: 'owner' },
        )
      ).status,
    ).toBe(404);
  });

  test('reports the failing step once it gives up, and allows another export', async () => {
    await insertItems(server.app.deps.database, instanceId, 'aaa', 5);
    const id = await insertReport();
    await giveUpExport(server.app.deps, { report_id: id });
    await giveUpExport(server.app.deps, { report_id: id });
    expect(await read(id)).toMatchObject({
      error: 'The export has stopped at aaa. Please try again later.',
      completed_steps: 0,
    });
    await run(id);
    expect(await read(id)).toMatchObject({ completed_steps: 0 });
    const next = await finished((await start()).id);
    expect(next.error).toBeNull();
  });

  test('does nothing for a deleted report', async () => {
    await expect(run(2_000_000_000)).resolves.toBeUndefined();
  });
});

describe('the list of reports', () => {
  test('is paged, newest first', async () => {
    shows(
      '2.3.report-list.completed-steps',
      '2.3.report-list.created-at',
      '2.3.report-list.id',
      '2.3.report-list.total-steps',
      '2.7.reports.get',
      '3.calls.lists.paged',
    );
    const made: number[] = [];
    for (let index = 0; index < 5; index++) {
      made.unshift(await insertReport());
      await run(made[0] ?? 0);
    }
    const page = (query: { cursor?: string; limit?: number }) =>
      server.call(reports.list, { params: { instanceId }, query }, { as: 'owner' });
    const first = await page({ limit: 2 });
    expect(first.reports.map(({ id }) => id)).toEqual(made.slice(0, 2));
    expect(first.reports[0]).toEqual({
      id: made[0],
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      total_steps: 1,
      completed_steps: 1,
      error: null,
      state: 'completed',
    });
    const second = await page({ limit: 2, cursor: first.next_cursor ?? '' });
    expect(second.reports.map(({ id }) => id)).toEqual(made.slice(2, 4));
    const last = await page({ limit: 2, cursor: second.next_cursor ?? '' });
    expect(last).toMatchObject({ reports: [{ id: made[4] }], next_cursor: null });
    expect((await page({})).reports).toHaveLength(5);
  });

  test('keeps the newest reports, and the last complete one', async () => {
    const { query } = server.app.deps.database;
    await insertItems(server.app.deps.database, instanceId, 'aaa', 2);
    const oldest = await insertReport();
    await run(oldest);
    const [file] = await query<{ file: string; path: string }>(
      "select file, path from report_steps s join reports r on r.id = s.report_id where r.id = $1 and template_id = 'aaa'",
      [oldest],
    );
    const { files } = server.app.deps;
    // Left over from an attempt whose server died before deleting it.
    const forgotten = `exports/${instanceId}/${file?.path}/aaa-forgotten.json`;
    await files.put(forgotten, Buffer.from('[]'));
    // Unchanged files are shared with later exports.
    await query('delete from items where id = 1', []);
    const second = await insertReport();
    await run(second);
    for (let index = 0; index < retainedReports; index++)
      await giveUpExport(server.app.deps, { report_id: await insertReport() });
    expect(await server.app.deps.files.exists(file?.file ?? '')).toBe(true);
    const newest = await insertReport();
    await run(newest);
    const rows = await query<{ id: number }>('select id from reports where instance_id = $1 order by id', [instanceId]);
    expect(rows).toHaveLength(retainedReports);
    expect(rows.map(({ id }) => id)).not.toContain(oldest);
    expect(await server.app.deps.files.exists(file?.file ?? '')).toBe(false);
    expect(await server.app.deps.files.exists(`${file?.file}.br`)).toBe(false);
    expect(await files.exists(forgotten)).toBe(false);
  });

  test('shows only the reports of its instance', async () => {
    shows('2.7.reports.get', '2.7.report.get', '2.7.dictionary.get');
    const id = await insertReport();
    await run(id);
    const { path } = await read(id);
    const { stage } = server.studio;
    expect(
      (await server.call(reports.list, { params: { instanceId: stage }, query: {} }, { as: 'owner' })).reports,
    ).toEqual([]);
    expect(
      (await server.send(reports.get, { params: { instanceId: stage, reportId: id } }, { as: 'owner' })).status,
    ).toBe(404);
    const elsewhere = { instanceId: stage, path, fileName: 'image.json' };
    expect((await server.send(reports.getFileUrl, { params: elsewhere }, { as: 'owner' })).status).toBe(404);
  });
});

describe('the download address', () => {
  test('works without credentials on any page, for five minutes, and downloads under the file’s name', async () => {
    shows('2.3.download.url', '2.7.dictionary.get');
    server.clock.stop();
    await insertItems(server.app.deps.database, instanceId, 'hero', 3);
    const { path } = await finished((await start()).id);
    const { url } = await download(path, 'hero.json');
    const local = url.replace(server.app.deps.config.publicUrl, '');
    const answer = await server.app.inject({
      method: 'GET',
      url: local,
      headers: { origin: 'https://anywhere.example' },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'content-disposition': 'attachment; filename="hero.json"',
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    const own = await server.app.inject({
      method: 'GET',
      url: local,
      headers: { origin: server.app.deps.config.corsOrigins[0] ?? '' },
    });
    expect(own.headers['access-control-allow-origin']).toBe('*');
    for (const { headers } of [answer, own]) expect(headers).not.toHaveProperty('access-control-allow-credentials');
    server.clock.advance(299);
    expect((await server.app.inject({ method: 'GET', url: local })).statusCode).toBe(200);
    server.clock.advance(1);
    const late = await server.app.inject({ method: 'GET', url: local });
    expect([late.statusCode, late.json().message]).toEqual([403, 'This link has expired. Request a new one.']);
  });

  test('cannot be forged or altered', async () => {
    shows('2.3.download.url');
    await insertItems(server.app.deps.database, instanceId, 'hero', 3);
    const { path } = await finished((await start()).id);
    const { url } = await download(path, 'hero.json');
    const changed = (change: (query: URLSearchParams) => void, name = 'hero.json') => {
      const query = new URL(url).searchParams;
      change(query);
      return server.app.inject({ method: 'GET', url: `/v1/files/${name}?${query}` });
    };
    const key = new URL(url).searchParams.get('key') ?? '';
    const forged = await Promise.all([
      changed((query) => query.set('key', key.replace('files/', 'files/0'))),
      changed((query) => query.set('key', '../../database/PG_VERSION')),
      changed((query) => query.set('expires', '999999999999')),
      changed((query) => query.set('signature', '0'.repeat(64))),
      changed(() => {}, 'other.json'),
    ]);
    expect(forged.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403]);
    expect((await changed((query) => query.delete('signature'))).statusCode).toBe(422);
    expect((await server.app.inject({ method: 'GET', url: '/v1/files/..%2f..%2fpasswd' })).statusCode).toBe(404);
  });

  test('requires the export permission and an existing file', async () => {
    shows('2.7.dictionary.get');
    const id = await insertReport();
    const { path } = await read(id);
    const params = { instanceId, path, fileName: 'image.json' };
    expect((await server.send(reports.getFileUrl, { params }, { as: 'owner' })).status).toBe(404);
    await run(id);
    expect((await server.send(reports.getFileUrl, { params }, { as: 'owner' })).status).toBe(200);
    expect((await server.send(reports.getFileUrl, { params }, { as: 'member' })).status).toBe(403);
    expect(
      (await server.send(reports.getFileUrl, { params: { ...params, fileName: 'none.json' } }, { as: 'owner' })).status,
    ).toBe(404);
    expect((await server.send(reports.getFileUrl, { params: { ...params, path: '..' } }, { as: 'owner' })).status).toBe(
      404,
    );
  });
});
