import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildServer } from '../../server/build-server.ts';
import type { App } from '../../server/core/app/deps.ts';
import { systemClock } from '../../server/core/base/clock.ts';
import { type FreeSpace, watchFreeSpace } from '../../server/core/base/free-space.ts';
import type { Database } from '../../server/core/database/database.ts';
import { readEnvironment } from '../../server/core/environment/environment.ts';
import { createFilesInFolder } from '../../server/core/files/files-in-folder.ts';
import { signSession } from '../../server/core/session/session-token.ts';
import { eventually } from '../support/eventually.ts';
import { field } from '../support/sample-template.ts';
import { urlOf } from '../support/server.ts';
import { openWithFreeSpace } from '../support/server-database.ts';
import { cleanUp, temporaryFolder } from '../support/server-process.ts';
import { emailOf, password, type Studio, seedStudio } from '../support/server-studio.ts';

const least = 1000;
let free = least;
let freeSpace: FreeSpace;
let database: Database;
let app: App;
let studio: Studio;

beforeAll(async () => {
  freeSpace = await watchFreeSpace('', least, async () => free);
  database = await openWithFreeSpace(freeSpace);
  const config = readEnvironment({
    LOG_LEVEL: 'silent',
    DEMO: '0',
    DATA_DIR: temporaryFolder(),
  });
  app = await buildServer({ database, config, freeSpace });
  studio = await seedStudio(database, systemClock.now());
});
beforeEach(() => hasFree(least));
afterEach(() => hasFree(least));
afterAll(async () => {
  await app.close();
  await database.close();
  freeSpace.stop();
  cleanUp();
});

/** Resolves once free space was checked. */
async function hasFree(bytes: number): Promise<void> {
  free = bytes;
  await eventually(async () => {
    expect(freeSpace.isShort).toBe(bytes < least);
    const [row] = await database.query<{ setting: string }>('select current_setting($1) as setting', [
      'default_transaction_read_only',
    ]);
    expect(row?.setting).toBe(bytes < least / 4 ? 'on' : 'off');
  });
}

async function ask(endpoint: Parameters<typeof urlOf>[0], input: Parameters<typeof urlOf>[1], isSignedIn = true) {
  const { statusCode, body } = await app.inject({
    method: endpoint.method as 'GET',
    url: urlOf(endpoint, input),
    headers: {
      'x-csrf-protection': '1',
      ...(input.body !== undefined && { 'content-type': 'application/json' }),
      ...(isSignedIn && {
        authorization: `Bearer ${signSession({ accountId: studio.accounts.owner, sessionsSince: 0 }, app.deps).token}`,
      }),
    },
    ...(input.body !== undefined && { payload: JSON.stringify(input.body) }),
  });
  return { status: statusCode, body: body === '' ? undefined : JSON.parse(body) };
}

const saveTemplate = () => {
  const id = `t${randomUUID().replaceAll('-', '')}`;
  return ask(templates.save, {
    params: { instanceId: studio.dev },
    body: { id, label: 'Thing', version: 0, fields: [field('title', 'text')] },
  });
};
const list = () => ask(items.list, { params: { instanceId: studio.dev, templateId: 'image' }, body: { limit: 1 } });
const readiness = async () => (await app.inject('/readyz')).statusCode;
const signIn = () => ask(accounts.login, { body: { email: emailOf('owner'), password } }, false);

test('with enough space everything is saved', async () => {
  expect([(await saveTemplate()).status, (await list()).status, await readiness()]).toEqual([200, 200, 200]);
});

test('a nearly full disk rejects new content with a message, and still allows reading and signing in', async () => {
  await hasFree(least - 1);
  const { status, body } = await saveTemplate();
  expect([status, body.error, body.message]).toEqual([
    507,
    'storage',
    'The server has too little disk space left to save anything. Nothing was changed. Contact its administrator, and try again later.',
  ]);
  expect([(await list()).status, await readiness(), (await signIn()).status]).toEqual([200, 503, 200]);
  await hasFree(least);
  expect([(await saveTemplate()).status, await readiness()]).toEqual([200, 200]);
});

test('on a disk that is almost full the embedded database writes nothing, and can still be read', async () => {
  await hasFree(least / 4 - 1);
  expect([(await saveTemplate()).status, (await signIn()).status, (await list()).status]).toEqual([507, 507, 200]);
  // Statements without a caller, such as a job’s, are refused too.
  await expect(database.query('delete from outbox', [])).rejects.toThrow(/too little disk space/);
  await hasFree(least);
  expect([(await saveTemplate()).status, (await signIn()).status]).toEqual([200, 200]);
});

test('no file is written to a nearly full disk, and one that was already begun is not completed', async () => {
  const folder = temporaryFolder();
  const files = createFilesInFolder({
    folder,
    publicUrl: '',
    sign: (text) => text,
    now: () => new Date(),
    checkSpace: freeSpace.check,
  });
  const piece = Buffer.alloc(1000);
  const growing = async function* () {
    yield piece;
    await hasFree(least - 1);
    yield piece;
  };
  await expect(files.put('long', Readable.from(growing()))).rejects.toThrow('too little disk space');
  await expect(files.put('short', piece)).rejects.toThrow('too little disk space');
  expect(readdirSync(folder, { recursive: true })).toEqual(['.unfinished']);
  await hasFree(least);
  await files.put('short', piece);
  expect(await files.size('short')).toBe(piece.length);
});

test('a folder that does not exist yet has no limit', async () => {
  const space = await watchFreeSpace('/nowhere/at/all', least);
  space.check();
  space.stop();
});
