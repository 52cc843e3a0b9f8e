import { live } from '@quartermaster/contract/endpoints/live.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildServer } from '../../server/build-server.ts';
import { createStreamAdmission } from '../../server/core/http/stream-admission.ts';
import { shows } from '../specification/shows.ts';
import { serverOf, startTestServer, testEnvironment, urlOf } from '../support/server.ts';

/** Simulates readers that reconnect at once and retry when their turn comes; returns when each was admitted, and the number of attempts. */
function comeBack(count: number, { perSecond, burst }: { perSecond: number; burst: number }) {
  let now = 1000;
  const refuse = createStreamAdmission({ perSecond, burst }, () => now);
  const asking = Array.from({ length: count }, () => now);
  const admitted: number[] = [];
  let asked = 0;
  while (asking.length > 0) {
    asking.sort((one, other) => one - other);
    now = asking.shift() ?? now;
    asked += 1;
    const refusal = refuse();
    if (refusal) asking.push(now + (refusal.retryAfter ?? 0) * 1000);
    else admitted.push(now - 1000);
  }
  return { admitted, asked };
}

test('2,000 readers that come back at once are let in at a limited rate, all of them within a minute', () => {
  shows('5.live.storm');
  const { admitted, asked } = comeBack(2000, { perSecond: 60, burst: 60 });
  expect(admitted).toHaveLength(2000);
  // Each gets a turn of its own, so that few retries fail.
  expect(asked).toBeLessThan(3 * 2000);
  expect(Math.max(...admitted)).toBeLessThan(60_000);
  const perSecond = Map.groupBy(admitted, (at) => Math.floor(at / 1000));
  for (const [, together] of perSecond) expect(together.length).toBeLessThanOrEqual(120);
  expect(perSecond.get(0)?.length).toBe(60);
});

test('a few readers are let in at once, and again after a while', () => {
  let now = 0;
  const refuse = createStreamAdmission({ perSecond: 10, burst: 3 }, () => now);
  expect([1, 2, 3].map(() => refuse())).toEqual([undefined, undefined, undefined]);
  expect(refuse()).toMatchObject({ status: 503, retryAfter: 1 });
  now = 1000;
  expect(refuse()).toBeUndefined();
});

test('a stream that is too many is refused before anything is read for it', async () => {
  shows('5.live.storm');
  const { app: shared, clock, studio } = await startTestServer();
  const queries: string[] = [];
  const { database } = shared.deps;
  const watched: typeof database = {
    ...database,
    query: (text, ...more) => {
      queries.push(text);
      return database.query(text, ...more);
    },
  };
  const app = await buildServer({ database: watched, clock, config: testEnvironment() });
  // No place becomes free while time stands still.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(async () => {
    vi.restoreAllMocks();
    await app.deps.jobs.stop();
    await app.close();
  });
  /** Refused after its session was read, as the instances are no list. */
  const open = (authorization: string) =>
    app.inject({ url: urlOf(live.follow, { query: { instances: 'x' } }), headers: { authorization } });
  for (let at = 0; at < 100; at += 1) expect((await open('Bearer none')).statusCode).toBe(401);
  const { bearer } = serverOf(app, studio);
  for (let at = 0; at < 60; at += 1) expect((await open(bearer('member'))).statusCode).toBe(422);
  queries.length = 0;
  const refused = await open(bearer('member'));
  expect([refused.statusCode, queries]).toEqual([503, []]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});

test('an account that opens streams all the time is refused, and its refusals take no places of others', async () => {
  shows('5.live.storm');
  const { app: shared, clock, studio } = await startTestServer();
  const app = await buildServer({ database: shared.deps.database, clock, config: testEnvironment() });
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(async () => {
    vi.restoreAllMocks();
    await app.deps.jobs.stop();
    await app.close();
  });
  const { bearer } = serverOf(app, studio);
  const open = async (person: 'member' | 'owner') => {
    now += 20;
    const headers = { authorization: bearer(person) };
    return (await app.inject({ url: urlOf(live.follow, { query: { instances: 'x' } }), headers })).statusCode;
  };
  for (let at = 0; at < 300; at += 1) expect(await open('member')).toBe(422);
  expect(await open('member')).toBe(429);
  expect(await open('owner')).toBe(422);
});
