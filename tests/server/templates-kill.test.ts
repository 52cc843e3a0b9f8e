import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Endpoint, Input, Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import type { Database } from '../../server/core/database/database.ts';
import { openDatabase } from '../../server/core/database/open-database.ts';
import { createSecrets } from '../../server/core/environment/secrets.ts';
import { signSession } from '../../server/core/session/session-token.ts';
import { eventually } from '../support/eventually.ts';
import { field, inOrder } from '../support/sample-template.ts';
import { urlOf } from '../support/server.ts';
import { insertItems } from '../support/server-content.ts';
import { fillFolder, migrations, onServer, testDatabasePrefix } from '../support/server-database.ts';
import { cleanUp, type ServerProcess, startProcess, temporaryFolder } from '../support/server-process.ts';
import { seedStudio } from '../support/server-studio.ts';
import { timeout } from '../support/timeout.ts';

afterEach(cleanUp);

const count = 10_000;
const secretKey = 'only for tests that kill, only for tests that kill';

test('after a server is killed while taking values away, the next one resumes where it stopped', async () => {
  const folder = temporaryFolder();
  const url = await ownDatabase();
  if (!url) await fillFolder(folder);
  const onDatabase = async <Answer>(work: (database: Database) => Promise<Answer>): Promise<Answer> => {
    const database = await openDatabase({ url, folder: join(folder, 'db'), migrations });
    return work(database).finally(database.close);
  };
  const clock = { now: () => new Date() };
  const studio = await onDatabase(async (database) => {
    const made = await seedStudio(database, clock.now());
    await insertItems(database, made.dev, 'thing', count);
    await database.query(
      `insert into item_values (template_key, item_id, field_key, number) select template_key, id, 2, ("values"->>'cost')::int from items`,
      [],
    );
    await database.query('update projects set next_item_id = $1', [count + 1]);
    return made;
  });
  const port = String(await freePort());
  const begin = async (): Promise<ServerProcess> => {
    const server = await startProcess({
      NODE_ENV: 'test',
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: folder,
      SECRET_KEY: secretKey,
      ...(url && { DATABASE_URL: url }),
    });
    await server.ready;
    return server;
  };
  const { token } = signSession(
    { accountId: studio.accounts.owner, sessionsSince: 0 },
    { secrets: createSecrets(secretKey), clock },
  );
  const call = async <E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Output<E>> => {
    const { body } = input as { body?: unknown };
    const response = await fetch(`http://127.0.0.1:${port}${urlOf(endpoint, input as object)}`, {
      method: endpoint.method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return (await response.json()) as Output<E>;
  };
  const params = { instanceId: studio.dev, templateId: 'thing' };
  const progress = async () => (await call(templates.progress, { params })).change;
  const save = (version: number, fields = inOrder([field('title', 'text'), field('cost', 'integer')])) =>
    call(templates.save, {
      params: { instanceId: studio.dev },
      body: { id: 'thing', label: 'thing', version, fields },
    });

  const first = await begin();
  await save(1, [field('title', 'text')]);
  await eventually(async () => expect((await progress())?.done).toBeGreaterThan(0), { interval: 5 });
  first.child.kill('SIGKILL');
  expect(await first.ended).toBe('SIGKILL');
  const left = () =>
    onDatabase(async ({ query }) => {
      const [row] = await query<{ left: number; open: number }>(
        `select (select count(*)::int from items where "values" ? 'cost') as left, (select count(*)::int from template_changes) as open`,
        [],
      );
      return row;
    });
  const half = await left();
  expect(half?.open).toBe(1);
  expect(half?.left).toBeGreaterThan(0);
  expect(half?.left).toBeLessThan(count);

  const second = await begin();
  const ended = () =>
    eventually(async () => expect(await progress()).toBeNull(), { timeout: 2 * timeout, interval: 250 });
  await ended();
  await save(2);
  await ended();
  expect(await second.child.kill('SIGTERM')).toBe(true);
  expect(await second.ended).toBe(0);
  const wrong = await onDatabase(({ query }) =>
    query<{ id: number }>(
      `select id from items where ("values"->>'cost')::int is distinct from id * 2 or version <> 1 limit 5`,
      [],
    ),
  );
  expect(wrong).toEqual([]);
});

/** A separate database on the server of DATABASE_URL, or none if the embedded one is tested. */
async function ownDatabase(): Promise<string | undefined> {
  if (!process.env.DATABASE_URL) return undefined;
  const url = new URL(process.env.DATABASE_URL);
  url.pathname = `${testDatabasePrefix()}kill_${randomBytes(6).toString('hex')}`;
  await onServer(process.env.DATABASE_URL, `create database ${url.pathname.slice(1)}`);
  return url.href;
}
