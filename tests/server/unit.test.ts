import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createUnit, type RunUnit } from '../../server/core/app/unit.ts';
import type { Database } from '../../server/core/database/database.ts';
import { createSecrets } from '../../server/core/environment/secrets.ts';
import type { Job } from '../../server/core/jobs/define-job.ts';
import { createJobs, type Jobs } from '../../server/core/jobs/jobs.ts';
import { createMail } from '../../server/core/mail/mail.ts';
import { eventually } from '../support/eventually.ts';
import { testEnvironment } from '../support/server.ts';
import { openFreshDatabase } from '../support/server-database.ts';

let database: Database;
let jobs: Jobs;
let unit: RunUnit;
const ran = vi.fn<(data: { id: number }) => Promise<void>>(async () => {});
const job: Job<{ id: number }, object> = { name: 'unit-test', run: (_deps, data) => ran(data) };

beforeEach(async () => {
  ran.mockClear();
  // Its own, whose jobs have not been started.
  database = await openFreshDatabase();
  await database.script('create table notes (note text)');
  const log = { error: vi.fn(), warn: vi.fn(), info: vi.fn() } as never;
  // Polls so rarely that only jobs that are woken start.
  jobs = createJobs({ database, log, pollingIntervalSeconds: 3600 });
  jobs.register(job, {});
  const clock = { now: () => new Date() };
  const secrets = createSecrets('only for tests, only for tests, only for tests');
  unit = createUnit({
    database,
    jobs,
    mail: createMail({ config: testEnvironment(), database, jobs, clock, secrets, log }),
  });
});
afterEach(async () => {
  await jobs.stop();
  await database.close();
});

const letter = {
  kind: 'awaited',
  to: 'ann@studio.test',
  subject: 'News',
  headline: 'News',
  sentences: ['One.'],
} as const;

/** Writes a row, sends a job and posts a mail. */
const writeAll = (id: number, end: () => void = () => {}) =>
  unit(async ({ query, send, post }) => {
    await query('insert into notes values ($1)', [`note ${id}`]);
    await send(job, { id });
    await post({ ...letter, subject: `News ${id}` });
    end();
    return id;
  });

const stored = async () => ({
  notes: (await database.query<{ note: string }>('select note from notes order by note', [])).map(({ note }) => note),
  jobs: (
    await database.query<{ id: number }>(`select (data->>'id')::int as id from pgboss.job where name = 'unit-test'`, [])
  ).map(({ id }) => id),
  mails: await mails(),
});

const mails = async () =>
  (await database.query<{ subject: string }>('select subject from outbox order by id', [])).map(
    ({ subject }) => subject,
  );

test('what a unit writes, sends and posts exists once it commits, and its job and mail start at once', async () => {
  await jobs.start();
  expect(await writeAll(1)).toBe(1);
  await eventually(() => expect(ran).toHaveBeenCalledExactlyOnceWith({ id: 1 }));
  await eventually(async () => expect(await stored()).toEqual({ notes: ['note 1'], jobs: [1], mails: ['News 1'] }));
});

test('a unit that throws at its end leaves neither its row, nor its job, nor its mail', async () => {
  await jobs.start();
  const fails = writeAll(1, () => {
    throw new Error('on second thoughts');
  });
  await expect(fails).rejects.toThrow('on second thoughts');
  await writeAll(2);
  await eventually(async () => expect(await stored()).toEqual({ notes: ['note 2'], jobs: [2], mails: ['News 2'] }));
  expect(ran).toHaveBeenCalledExactlyOnceWith({ id: 2 });
});

test('a unit that sends before the jobs were started runs again after their start, and writes once', async () => {
  const ends = vi.fn();
  expect(await writeAll(1, ends)).toBe(1);
  expect(ends).toHaveBeenCalledTimes(1);
  await eventually(async () => expect(await stored()).toEqual({ notes: ['note 1'], jobs: [1], mails: ['News 1'] }));
});

test('a unit that sends nothing does not start the jobs', async () => {
  const start = vi.spyOn(jobs, 'start');
  await unit(({ query }) => query('insert into notes values ($1)', ['alone']));
  expect(start).not.toHaveBeenCalled();
  expect(await database.query("select to_regclass('pgboss.job') as found", [])).toEqual([{ found: null }]);
});

test('units at the same time do not mix', async () => {
  await jobs.start();
  const all = await Promise.allSettled(
    [1, 2, 3, 4].map((id) =>
      writeAll(id, () => {
        if (id % 2 === 0) throw new Error('even');
      }),
    ),
  );
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
  const { notes, jobs: sent } = await stored();
  expect(notes).toEqual(['note 1', 'note 3']);
  expect(sent.toSorted()).toEqual([1, 3]);
  await eventually(async () => expect((await mails()).toSorted()).toEqual(['News 1', 'News 3']));
});
