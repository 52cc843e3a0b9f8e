import * as argon2 from '@node-rs/argon2';
import type { Endpoint } from '@quartermaster/contract/endpoints/endpoint.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { registration } from '@quartermaster/contract/endpoints/people/registration.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildServer } from '../../server/build-server.ts';
import type { App } from '../../server/core/app/deps.ts';
import type { Database } from '../../server/core/database/database.ts';
import type { Jobs } from '../../server/core/jobs/jobs.ts';
import { hashPassword } from '../../server/core/session/passwords.ts';
import { startTestServer, type TestServer, testEnvironment } from '../support/server.ts';
import { emailOf } from '../support/server-studio.ts';

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof argon2>();
  return { ...real, verify: vi.fn(real.verify), hash: vi.fn(real.hash) };
});

let server: TestServer;
let app: App;
/** What the server does for a call, in order, without values that always differ. */
const work: string[] = [];

beforeEach(async () => {
  server = await startTestServer();
  const { database, clock } = server.app.deps;
  await database.query('update accounts set password_hash = $1', [await hashPassword('Right1Password')]);
  app = await buildServer({ database: recorded(database), jobs: recordedJobs, clock, config: testEnvironment() });
});
afterEach(() => app.close());

/** Enqueued jobs are recorded and never run, as their work is not part of the call. */
const recordedJobs: Jobs = {
  register: () => {},
  start: async () => {},
  send: async ({ name }, data) => {
    work.push(`job ${name} ${Object.keys(data)}`);
  },
  within: () => {
    throw new Error('No such call enqueues a job in a transaction.');
  },
  stop: async () => {},
};

/** Records each statement. */
function recorded(database: Database): Database {
  const named: Database['query'] = (text, values, name) => {
    work.push(`query ${name ?? text}`);
    return database.query(text, values, name);
  };
  const transaction: Database['transaction'] = (inner) => {
    work.push('transaction');
    return database.transaction(inner);
  };
  return { ...database, query: named, transaction };
}

interface Observed {
  status: number;
  headers: Record<string, unknown>;
  body: unknown;
  work: string[];
}

async function observe({ method, path }: Endpoint, payload: object): Promise<Observed> {
  work.length = 0;
  for (const mock of [argon2.verify, argon2.hash]) vi.mocked(mock).mockClear();
  const { statusCode, headers, body } = await app.inject({ method, url: `/v1${path}`, payload });
  const hashing = vi.mocked(argon2.verify).mock.calls.map(([hash]) => /^\$.*\$(?=[^$]+\$)/.exec(String(hash))?.[0]);
  const { 'x-request-id': _id, date: _date, 'retry-after': wait, ...others } = headers;
  return {
    status: statusCode,
    headers: { ...others, waits: wait !== undefined },
    body: JSON.parse(body),
    work: [...work, ...hashing.map((cost) => `verify ${cost}`), `hash ${vi.mocked(argon2.hash).mock.calls.length}`],
  };
}

const password = 'Wrong1Password';
const lookUp: string = expect.stringMatching(/^query select .* from accounts where lower\(email\) = \$1$/);
const calls: [string, Endpoint, (email: string) => object, string[]][] = [
  ['sign-in', accounts.login, (email) => ({ email, password }), ['query count-attempt', lookUp]],
  [
    'a reset',
    accounts.requestPasswordReset,
    (email) => ({ email }),
    ['query count-attempt', 'job password-reset id,email'],
  ],
  ['resending', registration.resend, (email) => ({ email }), ['query count-attempt', 'job registration id,email']],
  [
    'registration',
    registration.register,
    (email) => ({ account_name: 'Ann', email }),
    ['query count-attempt', 'job registration id,email,name'],
  ],
];

test.each(calls)(
  '%s has the same answer and does the same work for an address with and without an account',
  async (_name, endpoint, body, expected) => {
    const known = await observe(endpoint, body(emailOf('owner')));
    const unknown = await observe(endpoint, body('other@studio.test'));
    expect(unknown).toEqual(known);
    expect(known.work).toEqual(expect.arrayContaining(expected));
  },
);

test('sign-in verifies a password of equal cost for both, after a single look-up', async () => {
  const { work: done } = await observe(accounts.login, { email: 'other@studio.test', password });
  expect(done).toEqual([
    'query count-attempt',
    lookUp,
    expect.stringMatching(/^verify \$argon2id\$v=19\$m=19456,t=2,p=1\$$/),
    'hash 0',
  ]);
});

test.each(calls)('%s has the same limits for both', async (_name, endpoint, body) => {
  const answersFor = async (email: string) => {
    const answers: Observed[] = [];
    for (let time = 0; time < 12; time++) answers.push(await observe(endpoint, body(email)));
    return answers;
  };
  const known = await answersFor(emailOf('owner'));
  expect(known.some(({ status }) => status === 429)).toBe(true);
  expect(await answersFor('other@studio.test')).toEqual(known);
});
