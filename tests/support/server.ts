import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Endpoint, Input, Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { buildServer } from '../../server/build-server.ts';
import type { App } from '../../server/core/app/deps.ts';
import type { Clock } from '../../server/core/base/clock.ts';
import { type Environment, readEnvironment } from '../../server/core/environment/environment.ts';
import { signSession } from '../../server/core/session/session-token.ts';
import { areAnswered, rememberRequests, untilAnswered } from './open-requests.ts';
import { openBrowser, type TestBrowser } from './server-browser.ts';
import { emptyDatabase, type Restore, snapshotTables, testDatabase } from './server-database.ts';
import { clearJobs, lockJobs } from './server-jobs.ts';
import { assertShape } from './server-shapes.ts';
import { emailOf, type Person, password, type Studio, seedStudio } from './server-studio.ts';
import { forgetWarnings, rememberWarnings } from './warnings.ts';

/** The time of the tests: the machine’s, which can be advanced. */
export interface TestClock extends Clock {
  advance: (seconds: number) => void;
  /** Stops it until the next test, except for {@link TestClock.advance}: for tests that depend on seconds. */
  stop: () => void;
}

/** The server’s response, whatever it is. */
export interface Sent<B = unknown> {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  body: B;
}

/** The server rejected a call that should succeed. */
export class CallError extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(`${status} ${JSON.stringify(body)}`);
    this.status = status;
    this.body = body;
  }
}

export type { Person };

interface As {
  /** No account if omitted. */
  as?: Person | undefined;
  headers?: Record<string, string>;
}

export interface TestServer {
  app: App;
  clock: TestClock;
  studio: Studio;
  /** Calls an endpoint and returns its body; throws a {@link CallError} if it is rejected. */
  call: <E extends Endpoint>(endpoint: E, input: Input<E>, options?: As) => Promise<Output<E>>;
  /** Calls an endpoint, with input that may be invalid, and returns the response. */
  send: (endpoint: Endpoint, input: Loose, options?: As) => Promise<Sent>;
  /** A browser signed in with email and password. */
  signIn: (person: Person, headers?: Record<string, string>) => Promise<TestBrowser>;
  /** A browser that is not signed in. */
  browser: () => TestBrowser;
  /** The header `Authorization: Bearer ...` of an account. */
  bearer: (person: Person) => string;
}

/** Input that may be invalid. */
export interface Loose {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
}

const shared: { app?: Promise<App>; folder?: string } = {};
let ahead = 0;
let stoppedAt: number | undefined;

const clock: TestClock = {
  now: () => new Date((stoppedAt ?? Date.now()) + ahead),
  advance: (seconds) => {
    ahead += seconds * 1000;
  },
  stop: () => {
    stoppedAt = Date.now();
  },
};

export const testEnvironment = (variables: Record<string, string> = {}): Environment => {
  if (shared.folder === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'quartermaster-test-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    shared.folder = folder;
  }
  return readEnvironment({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: shared.folder,
    SECRET_KEY: 'only for tests, only for tests, only for tests',
    ...variables,
  });
};

const sharedApp = () => {
  shared.app ??= testDatabase()
    .then((database) => buildServer({ database, clock, config: testEnvironment() }))
    .then(rememberRequests)
    .then(rememberWarnings)
    .then(withoutPort);
  return shared.app;
};

/** Later tests would call it over that port, and {@link untilAnswered} does not know of such requests. */
function withoutPort(app: App): App {
  app.listen = () => {
    throw new Error('The server that tests share must not listen; build one with buildServer, and close it.');
  };
  return app;
}

let seeded: Promise<{ studio: Studio; restore: Restore }> | undefined;

async function seedOnce({ deps: { database } }: App) {
  await emptyDatabase(database);
  const studio = await seedStudio(database, clock.now());
  return { studio, restore: await snapshotTables(database) };
}

async function untilIdle({ deps }: App) {
  await untilAnswered();
  await clearJobs(deps.database);
}

/** The worker’s server with a fresh studio and otherwise empty tables; call it before each test. */
export async function startTestServer(): Promise<TestServer> {
  const app = await sharedApp();
  await untilIdle(app);
  ahead = 0;
  stoppedAt = undefined;
  seeded ??= seedOnce(app);
  const { studio, restore } = await seeded;
  // A job may have started since, or have sent a request at its end.
  while (!(await restore(async (query) => (await lockJobs(query)) && areAnswered()))) await untilIdle(app);
  forgetWarnings();
  return serverOf(app, studio);
}

/** Calls a separate server, whose database has these accounts and instances. */
export function serverOf(app: App, studio: Studio): TestServer {
  const bearer = (person: Person) =>
    `Bearer ${signSession({ accountId: studio.accounts[person], sessionsSince: 0 }, app.deps).token}`;

  const send: TestServer['send'] = async (endpoint, input, { as, headers } = {}) => {
    const response = await app.inject({
      method: endpoint.method,
      url: urlOf(endpoint, input),
      headers: {
        ...(as && { authorization: bearer(as) }),
        ...(input.body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(input.body !== undefined && { payload: JSON.stringify(input.body) }),
    });
    const body = bodyOf(response);
    if (response.statusCode < 300) assertShape(endpoint, body);
    return { status: response.statusCode, headers: response.headers, body };
  };

  return {
    app,
    clock,
    studio,
    bearer,
    send,
    call: async (endpoint, input, options) => {
      const { status, body } = await send(endpoint, input as Loose, options);
      if (status >= 300) throw new CallError(status, body as ErrorBody);
      return body as Output<typeof endpoint>;
    },
    browser: () => openBrowser(app),
    signIn: async (person, headers) => {
      const browser = openBrowser(app, headers);
      const response = await browser.fetch('/v1/accounts/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-csrf-protection': '1' },
        body: JSON.stringify({ email: emailOf(person), password }),
      });
      if (!response.ok) throw new CallError(response.status, await response.json());
      return browser;
    },
  };
}

/** The address of an endpoint with this input. */
export function urlOf({ path }: Endpoint, { params = {}, query = {} }: Loose): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return `/v1${filled}${search.size > 0 ? `?${search}` : ''}`;
}

function bodyOf({ body, headers }: { body: string; headers: Record<string, unknown> }): unknown {
  if (body === '') return undefined;
  return /^application\/json\b/.test(String(headers['content-type'])) ? JSON.parse(body) : body;
}
