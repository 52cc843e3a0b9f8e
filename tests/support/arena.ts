import type { Endpoint } from '@quartermaster/contract/endpoints/endpoint.ts';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { App } from '../../server/core/app/deps.ts';
import type { Clock } from '../../server/core/base/clock.ts';
import type { Database } from '../../server/core/database/database.ts';
import { openDatabase } from '../../server/core/database/open-database.ts';
import { createSecrets, type Secrets } from '../../server/core/environment/secrets.ts';
import { signSession } from '../../server/core/session/session-token.ts';
import { type Loose, startTestServer, urlOf } from './server.ts';
import { migrations, timeouts } from './server-database.ts';
import { cleanUp } from './server-process.ts';
import { type Person, type Studio, seedStudio } from './server-studio.ts';
import { createTwoServers, type TwoServers } from './two-servers.ts';

/** The servers of two concurrent calls: two servers on one PostgreSQL, or one on the embedded database without PostgreSQL. */
export interface Arena {
  database: Database;
  studio: Studio;
  /** Calls one of the servers, and returns the status. */
  ask: (server: 0 | 1, person: Person | undefined, endpoint: Endpoint, input: Loose) => Promise<number>;
  /** The same with the body of the answer. */
  send: (
    server: 0 | 1,
    person: Person | undefined,
    endpoint: Endpoint,
    input: Loose,
  ) => Promise<{ status: number; body: unknown }>;
  /** Sends one of the servers a raw text, like a payment provider; returns the status. */
  post: (server: 0 | 1, endpoint: Endpoint, body: string, headers: Record<string, string>) => Promise<number>;
  clock: Clock;
  secrets: Secrets;
  /** The one on the embedded database. */
  app?: App;
}

const postgres = process.env.DATABASE_URL;

let pair: TwoServers | undefined;

async function openTwoServers(url: string, variables: Record<string, string>): Promise<Arena> {
  pair = await createTwoServers(url, variables);
  const { databaseUrl, servers } = pair;
  const database = await openDatabase({ url: databaseUrl, folder: '', migrations, connections: 4, timeouts });
  const studio = await seedStudio(database, new Date());
  await pair.start();
  const parts = { secrets: createSecrets(pair.secretKey), clock: { now: () => new Date() } };
  const send: Arena['send'] = async (index, person, endpoint, input) => {
    const session = person && signSession({ accountId: studio.accounts[person], sessionsSince: 0 }, parts);
    const answer = await fetch(`${servers[index]?.url}${urlOf(endpoint, input)}`, {
      method: endpoint.method,
      headers: {
        ...(session && { authorization: `Bearer ${session.token}` }),
        ...(input.body !== undefined && json),
      },
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  const post: Arena['post'] = async (index, endpoint, body, headers) => {
    const url = `${servers[index]?.url}${urlOf(endpoint, {})}`;
    return (await fetch(url, { method: endpoint.method, headers: { ...json, ...headers }, body })).status;
  };
  return { database, studio, send, post, ...parts, ask: async (...given) => (await send(...given)).status };
}

const json = { 'content-type': 'application/json' };

async function openOneServer(): Promise<Arena> {
  const { app, clock, studio, send: sendAs } = await startTestServer();
  const { database, secrets } = app.deps;
  const send: Arena['send'] = (_, as, endpoint, input) => sendAs(endpoint, input, { as });
  const post: Arena['post'] = async (_, endpoint, payload, headers) => {
    const url = urlOf(endpoint, {});
    return (await app.inject({ method: endpoint.method, url, payload, headers: { ...json, ...headers } })).statusCode;
  };
  const ask: Arena['ask'] = async (...given) => (await send(...given)).status;
  return { app, database, studio, send, post, clock, secrets, ask };
}

/**
 * Opens the arena for the tests of a file: once on PostgreSQL, where both servers have the variables, before each of them on the
 * embedded database.
 */
export function beginArena(open: (arena: Arena) => void, variables: Record<string, string> = {}): void {
  if (postgres) {
    let database: Database | undefined;
    beforeAll(async () => {
      const arena = await openTwoServers(postgres, variables);
      database = arena.database;
      open(arena);
    });
    afterAll(async () => {
      for (const { output } of pair?.servers ?? []) expect(output()).not.toMatch(/"level":(50|60)/);
      await pair?.close();
      await cleanUp();
      await database?.close();
    });
  } else {
    beforeEach(async () => open(await openOneServer()));
  }
}

/** Two concurrent calls; the servers alternate in being called first. */
export async function race<First, Second>(
  turn: number,
  first: (server: 0 | 1) => Promise<First>,
  second: (server: 0 | 1) => Promise<Second>,
): Promise<[First, Second]> {
  const [a, b] = turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
  return Promise.all([first(a), second(b)]);
}
