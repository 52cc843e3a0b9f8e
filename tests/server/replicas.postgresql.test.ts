import { items } from '@quartermaster/contract/endpoints/items.ts';
import { live } from '@quartermaster/contract/endpoints/live.ts';
import { members } from '@quartermaster/contract/endpoints/people/members.ts';
import { projectTokens } from '@quartermaster/contract/endpoints/project-tokens.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { positionHeader } from '@quartermaster/contract/read-position.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Pair, startPair } from '../../bench/support/servers/standby.ts';
import { freePort } from '../../scripts/free-port.mjs';
import { buildServer } from '../../server/build-server.ts';
import type { Database } from '../../server/core/database/database.ts';
import { openDatabase } from '../../server/core/database/open-database.ts';
import { openReplicas, type ReadAnswer } from '../../server/core/database/replicas.ts';
import { createSecrets } from '../../server/core/environment/secrets.ts';
import { signSession } from '../../server/core/session/session-token.ts';
import { addMember, grantRole } from '../../server/modules/workspaces/service.ts';
import { shows } from '../specification/shows.ts';
import { eventually } from '../support/eventually.ts';
import { saveWeapons, weapon } from '../support/item-content.ts';
import { readLive } from '../support/live-reader.ts';
import { type Person, serverOf, type TestServer, testEnvironment, urlOf } from '../support/server.ts';
import { migrations, timeouts } from '../support/server-database.ts';
import { cleanUp, startProcess, temporaryFolder } from '../support/server-process.ts';
import { type Studio, seedStudio } from '../support/server-studio.ts';

let pair: Pair;
let primary: Database;
let studio: Studio;

/** A server that reads from replicas, and what is seen of that. */
interface ReplicatedServer extends TestServer {
  /** How its reads were answered, since they were last forgotten. */
  answers: ReadAnswer[];
  lines: string[];
  /** The number of statements that its replica has run for calls. */
  statements: () => number;
  /** The replica fails once, in the next statement of a call or a later one, as if replaying had cancelled it. */
  failNext: (after?: number) => void;
  lags: () => Promise<{ replica: string; bytes: number | undefined }[]>;
  close: () => Promise<void>;
}

async function serve(...urls: string[]): Promise<ReplicatedServer> {
  const answers: ReadAnswer[] = [];
  const lines: string[] = [];
  let statements = 0;
  let failsAt = 0;
  const beforeStatement = () => {
    statements += 1;
    if (statements !== failsAt) return;
    throw Object.assign(new Error('canceling statement due to conflict with recovery'), { code: '40001' });
  };
  const replicas = openReplicas(urls, {
    primary,
    connections: 4,
    // Only what the replica itself notices ends a statement within a test.
    timeouts: { ...timeouts, statement: 100 * timeouts.statement },
    count: (answer) => answers.push(answer),
    log: (line) => lines.push(line),
    follow: (database) => ({
      ...database,
      query: async (...statement) => {
        beforeStatement();
        return database.query(...statement);
      },
      bytes: async (...statement) => {
        beforeStatement();
        return database.bytes(...statement);
      },
    }),
  });
  const app = await buildServer({ database: replicas.over(primary), replicas, config: testEnvironment() });
  return {
    ...serverOf(app, studio),
    answers,
    lines,
    statements: () => statements,
    failNext: (after = 0) => {
      failsAt = statements + 1 + after;
    },
    lags: replicas.lags,
    close: async () => {
      await app.close();
      await replicas.close();
    },
  };
}

/** A server that ends with the test. */
async function serveOnce(...urls: string[]): Promise<ReplicatedServer> {
  const server = await serve(...urls);
  onTestFinished(server.close);
  return server;
}

let a: ReplicatedServer;
let b: ReplicatedServer;
let sword = 0;

const params = () => ({ instanceId: studio.dev, templateId: 'weapon' });
const labelOf = async (server: TestServer, as: Person, headers: Record<string, string> = {}): Promise<string> => {
  const { body } = await server.send(items.get, { params: { ...params(), id: sword } }, { as, headers });
  return (body as { item: { header: { internal_label: string } } }).item.header.internal_label;
};
const versionOf = async (server: TestServer) =>
  (await server.call(items.get, { params: { ...params(), id: sword } }, { as: 'owner' })).item.version;
const rename = async (server: TestServer, label: string, as: Person = 'owner') => {
  const body = { ...weapon(label, {}), id: sword, version: await versionOf(server) };
  return server.send(items.save, { params: { instanceId: studio.dev }, body }, { as });
};
/** Waits until reads of these accounts are answered by the replica. */
const untilReplicated = (server: ReplicatedServer, ...readers: Person[]) =>
  eventually(async () => {
    server.answers.length = 0;
    for (const as of readers) await labelOf(server, as);
    expect(server.answers).toEqual(readers.map(() => 'replica'));
  });

beforeAll(async () => {
  pair = await startPair();
  primary = await openDatabase({ url: pair.primary, folder: '', migrations, timeouts, connections: 10 });
  studio = await seedStudio(primary, new Date());
  [a, b] = [await serve(pair.standby), await serve(pair.standby)];
  const { weapons } = await saveWeapons(a, [['Sword', { cost: 1 }]]);
  sword = weapons[0] ?? 0;
});

afterAll(async () => {
  await a.close();
  await b.close();
  await primary.close();
  await pair.stop();
});

beforeEach(async () => {
  await pair.resume();
  await rename(a, 'Sword');
  await pair.caughtUp();
  for (const server of [a, b]) await untilReplicated(server, 'owner', 'admin', 'member');
});

describe('a session', () => {
  test('reads what it has saved, on every server, while others may read the older state', async () => {
    shows('5.running.replicas');
    await pair.pause();
    expect((await rename(a, 'Axe')).status).toBe(200);
    for (const server of [a, b]) {
      server.answers.length = 0;
      expect(await labelOf(server, 'owner')).toBe('Axe');
      expect(await labelOf(server, 'admin')).toBe('Sword');
      expect(server.answers).toEqual(['behind', 'replica']);
    }
    await pair.resume();
    await pair.caughtUp();
    await untilReplicated(b, 'owner');
    expect(await labelOf(b, 'admin')).toBe('Axe');
  });

  test('reads what the stream has told of', async () => {
    const url = await a.app.listen({ port: 0, host: '127.0.0.1' });
    const reader = await readLive(url + urlOf(live.follow, { query: { instances: String(studio.dev) } }), {
      authorization: a.bearer('admin'),
    });
    onTestFinished(reader.close);
    await reader.until(({ type }) => type === 'hello');
    await pair.pause();
    await rename(b, 'Axe');
    const { message } = await reader.until(({ type }) => type === 'change');
    const headers = { [positionHeader]: String(message.read_from) };
    expect([await labelOf(b, 'admin'), await labelOf(b, 'admin', headers)]).toEqual(['Sword', 'Axe']);
  });

  test('is one with a cookie, too', async () => {
    await pair.pause();
    const browser = await a.signIn('owner');
    const version = await versionOf(a);
    const saved = await browser.fetch(`/v1/editor/${studio.dev}/items`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf-protection': '1' },
      body: JSON.stringify({ ...weapon('Axe', {}), id: sword, version }),
    });
    expect(saved.status).toBe(200);
    expect(await labelOf(b, 'owner')).toBe('Axe');
  });

  test('is one of a token of the project, too', async () => {
    const scopes = ['read' as const, 'write:dev' as const];
    const body = { name: 'pipeline', scopes, environments: ['Dev' as const], expires_at: null };
    const { secret } = await a.call(
      projectTokens.create,
      { params: { instanceId: studio.dev }, body },
      { as: 'owner' },
    );
    const headers = { authorization: `Bearer ${secret}` };
    await pair.caughtUp();
    await untilReplicated(a, 'owner');
    await pair.pause();
    const change = { ...weapon('Axe', {}), id: sword, version: await versionOf(a) };
    const saved = await a.send(items.save, { params: { instanceId: studio.dev }, body: change }, { headers });
    expect(saved.status).toBe(200);
    const { body: read } = await b.send(items.get, { params: { ...params(), id: sword } }, { headers });
    expect(read).toMatchObject({ item: { header: { internal_label: 'Axe' } } });
  });

  test('whose save was refused reads what it conflicts with', async () => {
    const version = await versionOf(a);
    await pair.pause();
    await rename(a, 'Axe');
    expect(await labelOf(a, 'admin')).toBe('Sword');
    const body = { ...weapon('Spear', {}), id: sword, version };
    const { status } = await b.send(items.save, { params: { instanceId: studio.dev }, body }, { as: 'admin' });
    expect(status).toBe(409);
    expect(await labelOf(a, 'admin')).toBe('Axe');
  });

  test('that has seen how far a job is reads what it has done', async () => {
    await pair.pause();
    await rename(a, 'Axe');
    expect(await labelOf(b, 'admin')).toBe('Sword');
    await a.call(reports.list, { params: { instanceId: studio.dev }, query: {} } as never, { as: 'admin' });
    expect(await labelOf(b, 'admin')).toBe('Axe');
  });

  test('that was removed is out at once', async () => {
    await pair.pause();
    const { workspaceId, dev: instanceId, viewerRoleId: roleId } = studio;
    const accountId = studio.accounts.member;
    const body = { member_id: accountId };
    await a.call(members.remove, { params: { workspaceId }, body }, { as: 'owner' });
    const { status } = await b.send(items.get, { params: { ...params(), id: sword } }, { as: 'member' });
    expect(status).toBe(404);
    await addMember(primary.query, { workspaceId, accountId, role: 'member', now: new Date() });
    await grantRole(primary.query, { workspaceId, instanceId, accountId, roleId });
  });
});

test('a read that carries a position is not older', async () => {
  await pair.pause();
  const { headers } = await rename(a, 'Axe');
  const position = String(headers[positionHeader]);
  expect(await labelOf(b, 'admin')).toBe('Sword');
  expect(await labelOf(b, 'admin', { [positionHeader]: position })).toBe('Axe');
  const wrong = await b.send(
    items.get,
    { params: { ...params(), id: sword } },
    { as: 'admin', headers: { [positionHeader]: '0/16B3748' } },
  );
  expect(wrong).toMatchObject({ status: 422, body: { message: expect.stringContaining(positionHeader) } });
});

test('what is missing on a replica is looked for on the primary', async () => {
  await pair.pause();
  const saved = await a.send(
    items.save,
    { params: { instanceId: studio.dev }, body: weapon('Bow', { cost: 2 }) },
    { as: 'owner' },
  );
  const { id } = saved.body as { id: number };
  b.answers.length = 0;
  const { item } = await b.call(items.get, { params: { ...params(), id } }, { as: 'admin' });
  expect(item.header.internal_label).toBe('Bow');
  expect(b.answers).toEqual(['repeated']);
});

test('streams are read from the replica to their end', async () => {
  const server = await serveOnce(pair.standby);
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const list = async () => {
    const path = urlOf(items.listHeaders, { params: params() });
    const answer = await fetch(url + path, { headers: { authorization: server.bearer('admin') } });
    return ((await answer.json()) as { items: unknown[] }).items.length;
  };
  const body = { items: Array.from({ length: 1000 }, () => weapon('Arrow'.repeat(30), { cost: 1 })) };
  const save = () => a.call(items.saveMany, { params: { instanceId: studio.dev }, body }, { as: 'owner' });
  for (let batch = 0; batch < 3; batch++) await save();
  await pair.caughtUp();
  await untilReplicated(server, 'admin');
  const known = await list();
  // Its answer has begun when this one fails.
  server.failNext(5);
  expect(await list()).toBe(known);
  await pair.pause();
  await save();
  const before = server.statements();
  expect(await list()).toBe(known);
  expect(server.statements() - before).toBeGreaterThan(5);
});

describe('the primary answers', () => {
  test('a statement that replaying has cancelled', async () => {
    a.answers.length = 0;
    a.failNext();
    expect(await labelOf(a, 'admin')).toBe('Sword');
    expect(a.answers).toEqual(['repeated']);
  });

  test('what follows a change within a call', async () => {
    await pair.pause();
    const answers: ReadAnswer[] = [];
    const replicas = openReplicas([pair.standby], {
      primary,
      timeouts,
      count: (answer) => answers.push(answer),
      follow: (all) => all,
      log: () => {},
    });
    onTestFinished(replicas.close);
    const database = replicas.over(primary);
    const need = { position: 0, reader: 0 };
    const labels = () => database.query<{ label: string }>('select label from items where id = $1', [sword]);
    await eventually(async () => {
      expect(await replicas.read(need, labels)).toEqual([{ label: 'Sword' }]);
      expect(answers.at(-1)).toBe('replica');
    });
    const changed = await replicas.read(need, async () => {
      await database.transaction((query) => query(`update items set label = 'Axe' where id = $1`, [sword]));
      return labels();
    });
    expect(changed).toEqual([{ label: 'Axe' }]);
    expect(await replicas.read(need, labels)).toEqual([{ label: 'Sword' }]);
  });

  test('while the standby is down, and says so once', async () => {
    const server = await serveOnce(pair.standby);
    await untilReplicated(server, 'admin');
    const read = async () => expect(await labelOf(server, 'admin')).toBe('Sword');
    let isOver = false;
    const reading = Array.from({ length: 4 }, async () => {
      while (!isOver) await read();
    });
    await pair.kill();
    await eventually(() => expect(server.answers.at(-1)).toBe('unusable'));
    await read();
    await pair.restart();
    await eventually(() => expect(server.answers.at(-1)).toBe('replica'));
    isOver = true;
    await Promise.all(reading);
    expect(server.lines.filter((line) => line.includes('is not read from'))).toHaveLength(1);
    expect(server.lines.at(-1)).toMatch(/answers reads again/);
  });

  test('when the standby stops answering within a statement', async () => {
    const server = await serveOnce(pair.standby);
    await untilReplicated(server, 'admin');
    await pair.freeze();
    onTestFinished(pair.thaw);
    expect(await labelOf(server, 'admin')).toBe('Sword');
    expect(await labelOf(server, 'admin')).toBe('Sword');
    expect(server.answers).toEqual(['replica', 'repeated', 'unusable']);
    await pair.thaw();
    await untilReplicated(server, 'admin');
  });

  test.each([
    ['the primary itself', () => pair.primary, 'it is no standby, or was promoted'],
    ['a standby of another database', () => `${pair.standby}_other`, 'it is not of the database of DATABASE_URL'],
  ])('instead of %s', async (_name, url, reason) => {
    await pair.run('primary', 'drop database if exists quartermaster_other');
    await pair.run('primary', 'create database quartermaster_other');
    const other = await openDatabase({ url: `${pair.primary}_other`, folder: '' });
    await other.query('create table schema_migrations as select null::text as tag', []);
    await other.close();
    await pair.caughtUp();
    const server = await serveOnce(url());
    await eventually(async () => {
      expect(await labelOf(server, 'admin')).toBe('Sword');
      expect(server.lines).toEqual([expect.stringContaining(reason)]);
    });
    expect(server.answers).not.toContain('replica');
    expect(server.statements()).toBe(0);
  });

  test('while the standby has tables of another release', async () => {
    await pair.pause();
    await primary.query(`insert into schema_migrations (tag, made_at) values ('9999_next', 1)`, []);
    onTestFinished(async () => {
      await primary.query(`delete from schema_migrations where tag = '9999_next'`, []);
    });
    const server = await serveOnce(pair.standby);
    await eventually(async () => {
      expect(await labelOf(server, 'admin')).toBe('Sword');
      expect(server.lines).toEqual([expect.stringContaining('its tables are those of another release')]);
    });
    await pair.resume();
    await untilReplicated(server, 'admin');
  });
});

test('how far a replica is behind is measured', async () => {
  const [before] = await a.lags();
  await pair.pause();
  await rename(a, 'Axe');
  const [after] = await a.lags();
  expect(after?.replica).toMatch(/^127\.0\.0\.1:\d+\/quartermaster$/);
  expect(after?.bytes).toBeGreaterThan((before?.bytes ?? 0) + 100);
});

test('a server with DATABASE_REPLICA_URL reads from it, and its metrics say so', async () => {
  const [port, secretKey] = [await freePort(), 'only for replicas, only for replicas'];
  const { url, ready } = await startProcess({
    NODE_ENV: 'test',
    DATABASE_URL: pair.primary,
    DATABASE_REPLICA_URL: pair.standby,
    DATA_DIR: temporaryFolder(),
    SECRET_KEY: secretKey,
    METRICS_PORT: String(port),
  });
  onTestFinished(cleanUp);
  await ready;
  const { token } = signSession(
    { accountId: studio.accounts.admin, sessionsSince: 0 },
    { secrets: createSecrets(secretKey), clock: { now: () => new Date() } },
  );
  const path = urlOf(items.get, { params: { ...params(), id: sword } });
  await eventually(async () => {
    const read = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
    expect(read.status).toBe(200);
    const metrics = await (await fetch(`http://localhost:${port}/metrics`)).text();
    expect(metrics).toMatch(/^quartermaster_reads_total\{answer="replica"\} [1-9]/m);
    expect(metrics).toMatch(/^quartermaster_replica_up\{replica="127.0.0.1:\d+\/quartermaster"\} 1$/m);
    expect(metrics).toMatch(/^quartermaster_replica_lag_bytes\{replica="127.0.0.1:\d+\/quartermaster"\} \d/m);
  });
});
