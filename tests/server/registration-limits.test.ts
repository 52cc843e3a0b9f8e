import type { Endpoint } from '@quartermaster/contract/endpoints/endpoint.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { registration } from '@quartermaster/contract/endpoints/people/registration.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildServer } from '../../server/build-server.ts';
import type { App } from '../../server/core/app/deps.ts';
import { networkOf } from '../../server/core/http/rate-limit.ts';
import { allSent, mailsOf } from '../support/mailbox.ts';
import { startTestServer, type TestServer, testEnvironment } from '../support/server.ts';
import { cleanUp } from '../support/server-process.ts';
import { createTwoServers, type TwoServers } from '../support/two-servers.ts';

interface Limited {
  endpoint: Endpoint;
  /** The request body; calls are counted by its email, ignoring case. */
  body: (email: string) => object;
  ofEmail: number;
  ofAddress: number;
  seconds: number;
  /** The status of a call that is not limited. */
  status: number;
}

const hour = 60 * 60;
const limited: [string, Limited][] = [
  [
    'sign-in',
    {
      endpoint: accounts.login,
      body: (email) => ({ email, password: 'wrong' }),
      ofEmail: 10,
      ofAddress: 100,
      seconds: hour / 4,
      status: 401,
    },
  ],
  [
    'registration',
    {
      endpoint: registration.register,
      body: (email) => ({ account_name: 'Ann', email }),
      ofEmail: 5,
      ofAddress: 50,
      seconds: hour,
      status: 200,
    },
  ],
  [
    'resending',
    {
      endpoint: registration.resend,
      body: (email) => ({ email }),
      ofEmail: 5,
      ofAddress: 50,
      seconds: hour,
      status: 200,
    },
  ],
  [
    'a reset',
    {
      endpoint: accounts.requestPasswordReset,
      body: (email) => ({ email }),
      ofEmail: 5,
      ofAddress: 50,
      seconds: hour,
      status: 200,
    },
  ],
];

let server: TestServer;
let other: App;
beforeAll(async () => {
  server = await startTestServer();
  const { database } = server.app.deps;
  other = await buildServer({ database, clock: server.clock, config: testEnvironment({ TRUST_PROXY: '1' }) });
});
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => allSent(server.app));
afterAll(async () => {
  await other.deps.jobs.stop();
  await other.close();
  await cleanUp();
});

/** Each call comes from a different network unless one is given. */
let networks = 0;
const send = async (
  app: App,
  { endpoint, body }: Limited,
  email: string,
  from = `2001:db8:0:${(++networks).toString(16)}::1`,
) =>
  app.inject({
    method: endpoint.method,
    url: `/v1${endpoint.path}`,
    headers: { 'x-forwarded-for': from },
    remoteAddress: from,
    payload: body(email),
  });

describe.each(limited)('%s', (_name, limit) => {
  const email = 'ann@studio.test';
  const { ofEmail, ofAddress, seconds, status } = limit;

  test(`is limited to ${ofEmail} calls per email, across servers and networks`, async () => {
    for (let time = 0; time < ofEmail; time++) {
      const answer = await send(
        time % 2 === 0 ? server.app : other,
        limit,
        time % 2 === 0 ? email : email.toUpperCase(),
      );
      expect(answer.statusCode).toBe(status);
    }
    for (const app of [server.app, other]) {
      const refused = await send(app, limit, email);
      expect(refused.statusCode).toBe(429);
      const wait = Number(refused.headers['retry-after']);
      expect(wait).toBeGreaterThan(seconds - 120);
      expect(wait).toBeLessThanOrEqual(seconds);
    }
    expect((await send(other, limit, 'bob@studio.test')).statusCode).toBe(status);
    server.clock.advance(seconds + 1);
    expect((await send(server.app, limit, email)).statusCode).toBe(status);
  });

  test(`is limited to ${ofAddress} calls per network, for any email`, async () => {
    const { query } = server.app.deps.database;
    expect((await send(other, limit, 'first@studio.test', '2001:db8:ffff::1')).statusCode).toBe(status);
    await query("update rate_limits set count = $1 where key like '%:address:2001:db8:ffff:0::/64'", [ofAddress - 1]);
    expect((await send(other, limit, 'second@studio.test', '2001:db8:ffff::2')).statusCode).toBe(status);
    expect((await send(server.app, limit, 'third@studio.test', '2001:db8:ffff::3')).statusCode).toBe(429);
    expect((await send(other, limit, 'fourth@studio.test', '2001:db8:fffe::1')).statusCode).toBe(status);
  });

  test('stores no email addresses for counting', async () => {
    await send(server.app, limit, email);
    const rows = await server.app.deps.database.query('select key from rate_limits', []);
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain('ann');
  });
});

test('sends no mail for a limited call', async () => {
  const [, resets] = limited.at(-1) ?? [];
  if (!resets) throw new Error('Nothing is limited.');
  for (let time = 0; time < 9; time++) {
    await send(server.app, resets, 'owner@studio.test');
    // A newer link replaces the previous one, and a mail with a replaced link is not sent.
    await allSent(server.app);
  }
  expect(await mailsOf(server.app)).toHaveLength(5);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('address %s is counted as network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

const { DATABASE_URL: postgres } = process.env;
if (postgres) {
  describe('two server processes on one PostgreSQL', () => {
    let pair: TwoServers;
    beforeAll(async () => {
      pair = await createTwoServers(postgres);
      await pair.start();
    });
    afterAll(async () => {
      await pair.stop();
      await pair.close();
    });

    test.each(limited)('share their count of %s', async (_name, { endpoint, body, ofEmail, status }) => {
      const statuses: number[] = [];
      for (let time = 0; time < ofEmail + 2; time++) {
        const answer = await fetch(`${pair.url}/v1${endpoint.path}`, {
          method: endpoint.method,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body('ann@studio.test')),
        });
        statuses.push(answer.status);
      }
      expect(statuses).toEqual([...Array(ofEmail).fill(status), 429, 429]);
    });

    test('count concurrent calls together', async () => {
      const call = () =>
        fetch(`${pair.url}/v1${registration.resend.path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'bob@studio.test' }),
        });
      const answers = await Promise.all(Array.from({ length: 12 }, call));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
    });
  });
}
