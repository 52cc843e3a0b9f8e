import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { rememberRequest } from '../support/open-requests.ts';
import { startTestServer } from '../support/server.ts';
import { lockJobs } from '../support/server-jobs.ts';

test('the server that tests share cannot listen, as requests over a port would not be awaited', async () => {
  const { app } = await startTestServer();
  expect(() => app.listen({ port: 0 })).toThrow('must not listen');
});

test('the tables are restored only once a request that a job has sent is answered', async () => {
  const { app, studio } = await startTestServer();
  const { database, jobs } = app.deps;
  await jobs.start();
  const write = () => database.query("update workspaces set name = 'Late' where id = $1", [studio.workspaceId]);
  const isWritten = async () => {
    const [row] = await database.query('select 1 from workspaces where id = $1 and name = $2', [
      studio.workspaceId,
      'Late',
    ]);
    return row !== undefined;
  };
  await database.query("insert into pgboss.job (name, state) values ('export', 'active')", []);

  /** Takes longer than restoring the tables; returns whether they were left alone. */
  const request = async () => {
    await write();
    for (let queries = 0; queries < 500; queries += 1) {
      if (!(await isWritten())) return false;
      // The embedded database would let no timer run.
      await setImmediate();
    }
    return true;
  };
  const job = async () => {
    const answer = rememberRequest(request(), 'POST /late');
    await database.query("update pgboss.job set state = 'completed' where name = 'export'", []);
    return answer;
  };
  const [wasLeftAlone] = await Promise.all([database.query('select 1', []).then(job), startTestServer()]);
  expect(wasLeftAlone).toBe(true);
  expect(await isWritten()).toBe(false);
});

test('no job starts while the tables are restored, nor are they restored while one runs', async () => {
  const { app } = await startTestServer();
  const { database, jobs } = app.deps;
  await jobs.start();
  await startTestServer();
  const started = vi.fn();
  let job: Promise<unknown> | undefined;
  let startedMeanwhile: number | undefined;
  const blockJob = () =>
    database.transaction(async (query) => {
      // A recurring job may be under way.
      if (!(await lockJobs(query))) throw new Error('The jobs are not locked.');
      job = database.query("insert into pgboss.job (name, state) values ('export', 'active')", []).then(started);
      for (let queries = 0; queries < 50; queries += 1) await query('select 1', []);
      startedMeanwhile = started.mock.calls.length;
    });
  await eventually(blockJob, { interval: 10 });
  expect(startedMeanwhile).toBe(0);
  await job;
  expect(await database.transaction((query) => lockJobs(query))).toBe(false);
  await database.query("delete from pgboss.job where name = 'export'", []);
});
