import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createUnit, type RunUnit } from '../../server/core/app/unit.ts';
import type { Database } from '../../server/core/database/database.ts';
import type { Job } from '../../server/core/jobs/define-job.ts';
import { createJobs, type Jobs } from '../../server/core/jobs/jobs.ts';
import { shows } from '../specification/shows.ts';
import { eventually } from '../support/eventually.ts';
import { hasJobs, testDatabase } from '../support/server-database.ts';

const silent = { error: vi.fn(), warn: vi.fn(), info: vi.fn() };
let database: Database;
const running: Jobs[] = [];
/** One queue per test, as pg-boss stores jobs of earlier tests. */
let queue: string;
let queues = 0;

const jobsOn = (on: Database, settings: { monitorSeconds?: number; pollingIntervalSeconds?: number } = {}): Jobs => {
  const jobs = createJobs({
    database: on,
    log: silent as never,
    pollingIntervalSeconds: 0.5,
    retryDelaySeconds: 0,
    ...settings,
  });
  running.push(jobs);
  return jobs;
};

/** Units of work that send jobs and post no mail. */
const unitOf = (jobs: Jobs): RunUnit =>
  createUnit({ database, jobs, mail: { within: () => () => Promise.reject(new Error('There is no mail.')) } });

const name = () => {
  queue = `test-${process.pid}-${Date.now()}-${queues++}`;
  return queue;
};

type Handler<T> = (data: T, signal: AbortSignal) => Promise<void>;
interface Options<T extends object> extends Omit<Job<T, object>, 'name' | 'run' | 'onGivenUp'> {
  onGivenUp?: (data: T, error: unknown) => Promise<void>;
}

/** A job of the test’s queue. */
const jobOf = <T extends object>(handler: Handler<T>, { onGivenUp, ...options }: Options<T> = {}): Job<T, object> => ({
  name: queue,
  run: (_deps, data, signal) => handler(data, signal),
  ...(onGivenUp && { onGivenUp: (_deps: object, data: T, error: unknown) => onGivenUp(data, error) }),
  ...options,
});

/** The same for a server that only sends it. */
const queued = () => jobOf<object>(async () => {});

beforeAll(async () => {
  database = await testDatabase();
  await database.script('create schema job_tests; create table job_tests.notes (note text)');
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((jobs) => jobs.stop()));
  // If its test failed it was not stopped, and the tests of other files would wait for it.
  if (await hasJobs(database)) await database.query("delete from pgboss.job where name like 'test-%'", []);
});

afterAll(async () => {
  await database.script('drop schema job_tests cascade');
});

test('a job runs with its payload', async () => {
  const handler = vi.fn<Handler<{ id: number }>>(async () => {});
  const jobs = jobsOn(database);
  name();
  jobs.register(jobOf(handler), {});
  await jobs.send(queued(), { id: 7 });
  await eventually(() => expect(handler).toHaveBeenCalledWith({ id: 7 }, expect.any(AbortSignal)));
});

test('many concurrent starts result in one run', async () => {
  const handler = vi.fn(async () => {});
  const jobs = jobsOn(database);
  name();
  jobs.register(jobOf(handler), {});
  await Promise.all([jobs.start(), jobs.start(), jobs.send(queued(), { id: 1 }), jobs.start()]);
  await eventually(() => expect(handler).toHaveBeenCalledTimes(1));
});

test('a job sent by this server starts at once, not with the next poll', async () => {
  const handler = vi.fn(async () => {});
  const jobs = createJobs({ database, log: silent as never, pollingIntervalSeconds: 3600 });
  running.push(jobs);
  name();
  jobs.register(jobOf(handler), {});
  await jobs.start();
  await jobs.send(queued(), {});
  await eventually(() => expect(handler).toHaveBeenCalledTimes(1));
  await unitOf(jobs)(({ send }) => send(queued(), {}));
  await eventually(() => expect(handler).toHaveBeenCalledTimes(2));
});

describe('a repeated job', () => {
  const rows = () =>
    database.query<{ singleton_on: Date }>('select singleton_on from pgboss.job where name = $1', [queue]);

  test('runs at startup, once for all servers', async () => {
    const handler = vi.fn<Handler<object>>(async () => {});
    const servers = [jobsOn(database), jobsOn(database), jobsOn(database)];
    name();
    for (const jobs of servers) jobs.register(jobOf(handler, { everySeconds: 24 * 60 * 60 }), {});
    await Promise.all(servers.map((jobs) => jobs.start()));
    await eventually(() => expect(handler).toHaveBeenCalledTimes(1));
    expect(handler).toHaveBeenCalledWith({}, expect.any(AbortSignal));
    expect(await rows()).toHaveLength(1);
  });

  test('runs repeatedly, once per period', async () => {
    const handler = vi.fn<Handler<object>>(async () => {});
    const servers = [jobsOn(database), jobsOn(database)];
    name();
    for (const jobs of servers) jobs.register(jobOf(handler, { everySeconds: 1 }), {});
    await Promise.all(servers.map((jobs) => jobs.start()));
    await eventually(() => expect(handler.mock.calls.length).toBeGreaterThan(1));
    const periods = (await rows()).map(({ singleton_on }) => singleton_on.getTime());
    expect(new Set(periods).size).toBe(periods.length);
  });

  test('is enqueued only while there is something to do', async () => {
    const handler = vi.fn<Handler<object>>(async () => {});
    const isNeeded = vi.fn(async () => false);
    const jobs = jobsOn(database);
    name();
    jobs.register({ ...jobOf(handler, { everySeconds: 1 }), isNeeded }, {});
    await jobs.start();
    await eventually(() => expect(isNeeded.mock.calls.length).toBeGreaterThan(1));
    expect(await rows()).toEqual([]);
    isNeeded.mockResolvedValue(true);
    await eventually(() => expect(handler).toHaveBeenCalled());
  });
});

describe('a job that was sent by a server with no worker left for it', () => {
  const found = async (settings: { pollingIntervalSeconds?: number }) => {
    const busy = vi.fn<Handler<{ id: number }>>((_data, signal) => waitFor(signal));
    const handler = vi.fn<Handler<{ id: number }>>(async () => {});
    const sender = jobsOn(database, settings);
    name();
    sender.register(jobOf(busy), {});
    await sender.send(queued(), { id: 1 });
    await eventually(() => expect(busy).toHaveBeenCalledTimes(1));
    const other = jobsOn(database, settings);
    other.register(jobOf(handler), {});
    await other.start();
    await sender.send(queued(), { id: 2 });
    await eventually(() => expect(handler).toHaveBeenCalledWith({ id: 2 }, expect.any(AbortSignal)));
    expect(busy).toHaveBeenCalledTimes(1);
  };

  const waitFor = (signal: AbortSignal) =>
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

  test('is found by another one', () => found({}));

  // The embedded database has one server.
  if (process.env.DATABASE_URL)
    test('is started by another one before it looks for jobs', async () => {
      shows('5.running.jobs');
      await found({ pollingIntervalSeconds: 3600 });
    });
});

describe('in a transaction', () => {
  test('a job is sent on commit', async () => {
    const notes: unknown[] = [];
    const jobs = jobsOn(database);
    name();
    jobs.register(
      jobOf(async () => {
        notes.push(...(await database.query('select note from job_tests.notes where note = $1', [queue])));
      }),
      {},
    );
    await unitOf(jobs)(async ({ query, send }) => {
      await send(queued(), {});
      await query('insert into job_tests.notes values ($1)', [queue]);
    });
    await eventually(() => expect(notes).toEqual([{ note: queue }]));
  });

  test('a job is dropped on rollback', async () => {
    const handler = vi.fn(async () => {});
    const jobs = jobsOn(database);
    name();
    jobs.register(jobOf(handler), {});
    const failing = unitOf(jobs)(async ({ send }) => {
      await send(queued(), { id: 1 });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await jobs.send(queued(), { id: 2 });
    await eventually(() => expect(handler).toHaveBeenCalledTimes(1));
    expect(handler).toHaveBeenCalledWith({ id: 2 }, expect.any(AbortSignal));
    expect(await database.query('select data from pgboss.job where name = $1', [queue])).toEqual([{ data: { id: 2 } }]);
  });
});

test('jobs of a name run up to their concurrency, and jobs that hang do not block others', async () => {
  const held = Promise.withResolvers<void>();
  const done: number[] = [];
  let active = 0;
  let most = 0;
  const jobs = createJobs({ database, log: silent as never, pollingIntervalSeconds: 3600 });
  running.push(jobs);
  name();
  jobs.register(
    jobOf<{ id: number; hangs: boolean }>(
      async ({ id, hangs }) => {
        active += 1;
        most = Math.max(most, active);
        if (hangs) await held.promise;
        active -= 1;
        done.push(id);
      },
      { concurrency: 3 },
    ),
    {},
  );
  await jobs.start();
  for (const id of [1, 2]) await jobs.send(queued(), { id, hangs: true });
  for (const id of [3, 4]) await jobs.send(queued(), { id, hangs: false });
  await eventually(() => expect(done).toEqual([3, 4]));
  for (const id of [5, 6, 7, 8]) await jobs.send(queued(), { id, hangs: true });
  await eventually(() => expect(active).toBe(3));
  held.resolve();
  await eventually(() => expect(done).toHaveLength(8));
  expect(most).toBe(3);
});

test('a failing job is attempted five times, then abandoned', async () => {
  const handler = vi.fn(async () => {
    throw new Error('no luck');
  });
  const onGivenUp = vi.fn(async () => {});
  const jobs = jobsOn(database);
  name();
  jobs.register(jobOf(handler, { onGivenUp }), {});
  await jobs.send(queued(), { id: 3 });
  await eventually(() =>
    expect(onGivenUp).toHaveBeenCalledWith({ id: 3 }, expect.objectContaining({ message: 'no luck' })),
  );
  expect(handler).toHaveBeenCalledTimes(5);
});

test('a job that fails once succeeds on the second attempt', async () => {
  const handler = vi.fn(async () => {});
  handler.mockRejectedValueOnce(new Error('once'));
  const jobs = jobsOn(database);
  name();
  jobs.register(jobOf(handler), {});
  await jobs.send(queued(), {});
  const state = async () =>
    (await database.query<{ state: string }>('select state::text from pgboss.job where name = $1', [queue]))[0]?.state;
  await eventually(async () => expect(await state()).toBe('completed'));
  expect(handler).toHaveBeenCalledTimes(2);
});

test('a stop signals the running job, waits for it, and leaves it to the next start without counting the attempt', async () => {
  const steps: string[] = [];
  const first = jobsOn(database);
  name();
  first.register(
    jobOf(async (_data, signal) => {
      steps.push('begun');
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      steps.push('noticed');
      throw signal.reason;
    }),
    {},
  );
  await first.send(queued(), {});
  await eventually(() => expect(steps).toEqual(['begun']));
  await first.stop();
  expect(steps).toEqual(['begun', 'noticed']);
  expect(await database.query('select state::text, retry_count from pgboss.job where name = $1', [queue])).toEqual([
    { state: 'created', retry_count: 0 },
  ]);
  const second = jobsOn(database);
  const handler = vi.fn(async () => {});
  second.register(jobOf(handler), {});
  await second.start();
  await eventually(() => expect(handler).toHaveBeenCalledTimes(1));
});

test('a stop waits for a job that ignores the signal', async () => {
  const jobs = jobsOn(database);
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun = vi.fn();
  name();
  jobs.register(
    jobOf(async () => {
      begun();
      await promise;
    }),
    {},
  );
  await jobs.send(queued(), {});
  await eventually(() => expect(begun).toHaveBeenCalled());
  const stopped = jobs.stop();
  resolve();
  await stopped;
  expect(await database.query('select state::text from pgboss.job where name = $1', [queue])).toEqual([
    { state: 'completed' },
  ]);
});

test('a queue considers a server dead after ten seconds', async () => {
  const jobs = jobsOn(database);
  name();
  jobs.register(queued(), {});
  await jobs.start();
  const [row] = await database.query<{ seconds: number | null }>(
    'select heartbeat_seconds as seconds from pgboss.queue where name = $1',
    [queue],
  );
  // The embedded database has no other server.
  expect(row?.seconds).toBe(database.kind === 'postgres' ? 10 : null);
});

describe('a job whose server has died', () => {
  /** Leaves the queue’s only job as a killed server leaves it. */
  const killedWith = async (tries: string) => {
    const dead = jobsOn(database);
    name();
    dead.register(
      jobOf(
        async (_data, signal) => {
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
        },
        { onGivenUp: async () => {} },
      ),
      {},
    );
    await dead.start();
    await dead.stop();
    await database.query(
      `with job as (
          insert into pgboss.job (name, data, state, started_on, heartbeat_on, heartbeat_seconds, expire_seconds, retry_limit, retry_count, retry_delay, dead_letter)
          values ($1, '{"id":9}', 'active', now(), now() - interval '1 minute', 30, 3600, 4, ${tries}, 3600, $2) returning id
        )
        insert into job_starts (job_id, name, starts, started_at) select id, $1, 1, now() from job`,
      [queue, `${queue}.given-up`],
    );
  };
  const survivor = async () => {
    const handler = vi.fn<Handler<{ id: number }>>(async () => {});
    const onGivenUp = vi.fn(async () => {});
    const jobs = jobsOn(database, { monitorSeconds: 1 });
    jobs.register(jobOf(handler, { onGivenUp }), {});
    await jobs.start();
    return { handler, onGivenUp };
  };

  test('is run by the next at once, not after a delay as if it had failed', async () => {
    await killedWith('0');
    const { handler, onGivenUp } = await survivor();
    await eventually(() => expect(handler).toHaveBeenCalledWith({ id: 9 }, expect.any(AbortSignal)));
    expect(onGivenUp).not.toHaveBeenCalled();
  });

  test('is run by the next at once, even if the server had not recorded the start', async () => {
    const dead = jobsOn(database);
    name();
    dead.register(queued(), {});
    await dead.start();
    await unitOf(dead)(async ({ send, query }) => {
      await send(queued(), { id: 9 });
      await query(
        `update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '1 minute', heartbeat_seconds = 30,
          retry_delay = 3600 where name = $1`,
        [queue],
      );
    });
    await dead.stop();
    const { handler } = await survivor();
    await eventually(() => expect(handler).toHaveBeenCalledWith({ id: 9 }, expect.any(AbortSignal)));
  });

  test('is abandoned once every attempt has ended that way', async () => {
    await killedWith('4');
    const { handler, onGivenUp } = await survivor();
    await eventually(() => expect(onGivenUp).toHaveBeenCalledWith({ id: 9 }, expect.any(Error)));
    expect(handler).not.toHaveBeenCalled();
  });
});

describe('a job whose server died regains all its attempts', () => {
  /** Leaves the queue’s only job ready for the next attempt after a death. */
  const diedOnce = async () => {
    const first = jobsOn(database);
    name();
    first.register(queued(), {});
    await first.start();
    await first.stop();
    await database.query(
      `with job as (
          insert into pgboss.job (name, data, state, started_on, retry_limit, retry_count, retry_delay)
          values ($1, '{}', 'retry', now(), 4, 0, 0) returning id
        )
        insert into job_starts (job_id, name, starts, started_at) select id, $1, 1, now() from job`,
      [queue],
    );
    return jobsOn(database);
  };
  const state = async () =>
    (await database.query<{ state: string }>('select state::text from pgboss.job where name = $1', [queue]))[0]?.state;
  const starts = () => database.query('select starts from job_starts where name = $1', [queue]);

  test('once an attempt fails with an error', async () => {
    let fails = 3;
    const handler = vi.fn(async () => {
      fails -= 1;
      if (fails >= 0) throw new Error('no luck');
    });
    const second = await diedOnce();
    second.register(jobOf(handler), {});
    await second.start();
    // All four attempts that remain after the one following the death.
    await eventually(async () => expect(await state()).toBe('completed'));
    expect(handler).toHaveBeenCalledTimes(4);
    expect(await starts()).toEqual([]);
  });

  test('once an attempt is stopped', async () => {
    const begun = vi.fn();
    const second = await diedOnce();
    second.register(
      jobOf(async (_data, signal) => {
        begun();
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        throw signal.reason;
      }),
      {},
    );
    await second.start();
    await eventually(() => expect(begun).toHaveBeenCalled());
    await second.stop();
    expect([await state(), await starts()]).toEqual(['created', []]);
  });
});

describe('concurrent jobs of a name', () => {
  /** Jobs that run until they are released, by their id. */
  const heldJobs = (concurrency: number) => {
    const held = new Map<number, () => void>();
    const jobs = jobsOn(database);
    name();
    jobs.register(
      jobOf<{ id: number; owner: string }>(
        async ({ id }) => {
          const { promise, resolve } = Promise.withResolvers<void>();
          held.set(id, resolve);
          await promise;
          held.delete(id);
        },
        { concurrency, groupOf: ({ owner }) => owner },
      ),
      {},
    );
    const running = async (...ids: number[]) => {
      await eventually(() => expect([...held.keys()].toSorted()).toEqual(ids));
    };
    return { jobs, held, running };
  };

  test('run one after the other for one owner, and other owners do not wait for them', async () => {
    const { jobs, held, running } = heldJobs(2);
    for (const id of [1, 2, 3]) await jobs.send(queued(), { id, owner: 'large' });
    // Which one comes first is open: two workers may fetch two of them at the same moment, and one backs off.
    const ofLarge = () =>
      eventually(() => {
        const [id = expect.fail('None runs.'), ...others] = held.keys();
        expect(others).toEqual([]);
        return id;
      });
    const first = await ofLarge();
    await jobs.send(queued(), { id: 4, owner: 'small' });
    await running(first, 4);
    held.get(4)?.();
    await running(first);
    for (let left = 3; left > 0; left -= 1) {
      const id = await ofLarge();
      held.get(id)?.();
      await eventually(() => expect(held.has(id)).toBe(false));
    }
  });

  test('run up to the configured number at once', async () => {
    const { jobs, held, running } = heldJobs(2);
    for (const id of [1, 2, 3]) await jobs.send(queued(), { id, owner: `owner ${id}` });
    await running(1, 2);
    held.get(2)?.();
    await running(1, 3);
    for (const end of held.values()) end();
    await running();
  });
});

test('no job is accepted after a stop', async () => {
  const jobs = jobsOn(database);
  name();
  jobs.register(
    jobOf(async () => {}),
    {},
  );
  await jobs.stop();
  await expect(jobs.send(queued(), {})).rejects.toThrow('stopping');
});

test('a job without a registered handler is rejected', async () => {
  await expect(jobsOn(database).send({ ...queued(), name: 'nobody' }, {})).rejects.toThrow(
    'No job named nobody is registered',
  );
});

test('two servers on one database start together and run a job once', async () => {
  const handler = vi.fn(async () => {});
  const [one, two] = [jobsOn(database), jobsOn(database)];
  name();
  for (const jobs of [one, two]) jobs.register(jobOf(handler), {});
  await Promise.all([one.start(), two.start()]);
  await Promise.all([one.send(queued(), { id: 1 }), two.send(queued(), { id: 2 })]);
  const open = async () =>
    (await database.query(`select 1 from pgboss.job where name = $1 and state <> 'completed'`, [queue])).length;
  await eventually(async () => expect(await open()).toBe(0));
  expect(handler).toHaveBeenCalledTimes(2);
});
