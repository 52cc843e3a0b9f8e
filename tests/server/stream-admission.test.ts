import { live } from '@quartermaster/contract/endpoints/live.ts';
import { expect, test } from 'vitest';
import { buildServer } from '../../server/build-server.ts';
import { createStreamAdmission } from '../../server/core/http/stream-admission.ts';
import { shows } from '../specification/shows.ts';
import { startTestServer, testEnvironment, urlOf } from '../support/server.ts';

const stream = { routeOptions: { config: { isStream: true } } } as never;
const call = { routeOptions: { config: {} } } as never;

/** Lets readers of a network that has come back ask at once, and each again when its turn is; returns when they were let in, and how often they asked. */
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
    const refusal = refuse(stream);
    if (refusal) asking.push(now + (refusal.retryAfter ?? 0) * 1000);
    else admitted.push(now - 1000);
  }
  return { admitted, asked };
}

test('2,000 readers that come back at once are let in by parts, all of them within a minute', () => {
  shows('5.live.storm');
  const { admitted, asked } = comeBack(2000, { perSecond: 60, burst: 60 });
  expect(admitted).toHaveLength(2000);
  // Each is told its own turn, so that few ask in vain again.
  expect(asked).toBeLessThan(3 * 2000);
  expect(Math.max(...admitted)).toBeLessThan(60_000);
  const perSecond = Map.groupBy(admitted, (at) => Math.floor(at / 1000));
  for (const [, together] of perSecond) expect(together.length).toBeLessThanOrEqual(120);
  expect(perSecond.get(0)?.length).toBe(60);
});

test('a few readers are let in at once, again after a while, and other calls always', () => {
  let now = 0;
  const refuse = createStreamAdmission({ perSecond: 10, burst: 3 }, () => now);
  expect([1, 2, 3].map(() => refuse(stream))).toEqual([undefined, undefined, undefined]);
  expect(refuse(stream)).toMatchObject({ status: 503, retryAfter: 1 });
  expect(refuse(call)).toBeUndefined();
  now = 1000;
  expect(refuse(stream)).toBeUndefined();
});

test('a stream that is too many is refused before anything is read for it', async () => {
  shows('5.live.storm');
  const { app: shared, clock } = await startTestServer();
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
  try {
    const open = () => app.inject({ url: urlOf(live.follow, {}), headers: { authorization: 'Bearer none' } });
    const statuses: number[] = [];
    for (let at = 0; at < 80 && !statuses.includes(503); at += 1) statuses.push((await open()).statusCode);
    expect(statuses.at(-1)).toBe(503);
    queries.length = 0;
    const refused = await open();
    expect([refused.statusCode, queries]).toEqual([503, []]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  } finally {
    await app.deps.jobs.stop();
    await app.close();
  }
});
