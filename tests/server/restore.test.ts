import { createHash } from 'node:crypto';
import { cpSync, globSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ArchiveError } from '../../server/backup/archive-error.ts';
import type { Manifest } from '../../server/backup/manifest.ts';
import { buildServer } from '../../server/build-server.ts';
import type { App } from '../../server/core/app/deps.ts';
import { migrate } from '../../server/core/database/migrate.ts';
import { createSecrets } from '../../server/core/environment/secrets.ts';
import { hasUnnumberedEvents, numberEvents } from '../../server/core/events/event-repository.ts';
import { imageKey } from '../../server/core/files/image-key.ts';
import { shows } from '../specification/shows.ts';
import { backUp, changeManifest, contentOf, emptyStore, kinds, openEmpty, restoreInto } from '../support/archives.ts';
import { exportAll } from '../support/export-all.ts';
import { saveSwords, swordsOf } from '../support/import-swords.ts';
import { isLong } from '../support/long.ts';
import { serverOf, startTestServer, type TestServer, testEnvironment } from '../support/server.ts';
import { migrations } from '../support/server-database.ts';
import { holdJobs } from '../support/server-jobs.ts';
import { cleanUp, temporaryFolder } from '../support/server-process.ts';

let server: TestServer;

afterAll(cleanUp);

beforeEach(async () => {
  server = await startTestServer();
});

/** Swords with history and links, an image, a deleted one, a build with its files, and a bulk edit. */
async function fill(): Promise<void> {
  const { app, studio } = server;
  await saveSwords(server);
  const swords = swordsOf(server);
  const [first = 0, second = 0, third = 0] = await swords.create(
    { sku: 'a', title: 'Schwert "Öl"\n\t\\ 🗡', price: 1, serial: 7 },
    { sku: 'b', price: 2 },
    { sku: 'c', price: 3 },
  );
  await swords.change(first, { price: 6, parent: second });
  await swords.remove(third);
  const bytes = Buffer.from('a picture');
  const path = `${createHash('sha256').update(bytes).digest('hex')}.png`;
  await app.deps.files.put(imageKey(studio.projectId, path), bytes);
  await app.deps.database.query('insert into images (instance_id, path, bytes, created_at) values ($1, $2, 9, now())', [
    studio.dev,
    path,
  ]);
  const selection = { template_id: 'sword', ids: [first] };
  const action = { operations: [{ field_id: 'price', op: 'set' as const, value: 50 }] };
  await server.call(
    bulkEdits.apply,
    { params: { instanceId: studio.dev }, body: { selection, action } },
    { as: 'owner' },
  );
  await exportAll(server);
}

/** Nothing changes rows by itself afterwards: jobs are held, and no event waits for its number. */
async function beQuiet(deps: App['deps']): Promise<void> {
  await holdJobs(deps);
  while (await hasUnnumberedEvents(deps.database.query)) await deps.database.transaction(numberEvents);
}

/** A backup of the filled studio. With `isQuiet`, nothing else writes until the test ends. */
async function fillAndBackUp({ isQuiet = false } = {}): Promise<{ folder: string; manifest: Manifest }> {
  await fill();
  if (isQuiet) await beQuiet(server.app.deps);
  const folder = join(temporaryFolder(), 'archive');
  return { folder, manifest: await backUp(server.app, folder) };
}

/** The tables whose content differs, without what pg-boss notes of its queues from time to time, and when jobs have started. */
function changedIn(one: Manifest, other: Manifest): string[] {
  const [content, before] = [contentOf(one), contentOf(other)];
  return Object.keys({ ...content, ...before }).filter(
    (name) =>
      !name.startsWith('pgboss.') &&
      name !== 'public.job_starts' &&
      JSON.stringify(content[name]) !== JSON.stringify(before[name]),
  );
}

const partIn = ({ tables }: Manifest, name: string) => {
  const file = tables.find((table) => table.name === name)?.parts[0]?.file;
  if (file === undefined) throw new Error(`The archive has no part of ${name}.`);
  return file;
};

describe('a backup', () => {
  test('is restored equal in each table and file, in either kind of database, and a server goes on from there', async () => {
    shows('5.running.backup', '5.running.restore');
    const { folder, manifest } = await fillAndBackUp();
    expect(manifest.damaged.count).toBe(0);
    expect(manifest.files.rows).toBeGreaterThan(3);
    let last = folder;
    // On PostgreSQL into the embedded database, and from there back.
    for (const kind of [...kinds.toReversed()]) {
      const database = await openEmpty(kind);
      const { folder: store, files } = emptyStore();
      await restoreInto(server.app, last, { database, files });
      const again = join(temporaryFolder(), 'archive');
      const restored = await backUp(server.app, again, { database, files });
      expect(contentOf(restored)).toEqual(contentOf(manifest));
      expect(restored.sequences).toEqual(manifest.sequences);
      expect(await schemaOf(database)).toEqual(await schemaOf(server.app.deps.database));
      last = again;

      const config = testEnvironment({ DATA_DIR: join(store, '..') });
      const app = await buildServer({ database, clock: server.clock, config });
      onTestFinished(async () => {
        await app.deps.jobs.stop();
        await app.close();
      });
      const after = swordsOf(serverOf(app, server.studio));
      expect(await after.bySku()).toEqual(await swordsOf(server).bySku());
      await expect(after.create({ sku: 'a' })).rejects.toThrow('sku');
      const [created = 0] = await after.create({ sku: `new ${kind}` });
      expect(created).toBeGreaterThan(3);
    }
  });

  test('is written again into the same folder: files that it has are not copied again, the others are', async () => {
    shows('5.running.backup-resumed');
    const { folder, manifest } = await fillAndBackUp({ isQuiet: true });
    const { files } = server.app.deps;
    const read: string[] = [];
    const get = (key: string) => {
      read.push(key);
      return files.get(key);
    };
    const [image = ''] = readdirSync(join(folder, 'files'), { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.png'));
    // As long as before.
    writeFileSync(join(folder, 'files', image), 'b picture');
    const again = await backUp(server.app, folder, { files: { ...files, get } });
    expect(read).toEqual([image]);
    expect(changedIn(again, manifest)).toEqual([]);
    expect(readdirSync(folder).filter((name) => name.startsWith('rows-'))).toHaveLength(1);
  });

  test('leaves the finished archive of its folder as it was until it is complete', async () => {
    const { folder } = await fillAndBackUp();
    await swordsOf(server).create({ sku: 'new' });
    const step = (name: string) => {
      if (name === 'write manifest') throw new Error('killed');
    };
    await expect(backUp(server.app, folder, { step })).rejects.toThrow('killed');
    const database = await openEmpty('pglite');
    await restoreInto(server.app, folder, { database, files: emptyStore().files });
  });

  if (kinds.includes('postgres'))
    test('is of one moment, whatever is saved meanwhile', async () => {
      shows('5.running.backup');
      const { manifest } = await fillAndBackUp({ isQuiet: true });
      const step = async (name: string) => {
        if (name === 'read public.item_revisions') await swordsOf(server).create({ sku: 'meanwhile' });
      };
      const meanwhile = await backUp(server.app, join(temporaryFolder(), 'archive'), { step });
      expect(changedIn(meanwhile, manifest)).toEqual([]);
    });

  test('names tables of others, and leaves them out', async () => {
    const { database } = server.app.deps;
    await database.query('create table of_others (id serial)', []);
    try {
      const folder = join(temporaryFolder(), 'archive');
      const { left } = await backUp(server.app, folder);
      expect(left).toEqual(['public.of_others, which is not a table of Quartermaster']);
      await restoreInto(server.app, folder, { database: await openEmpty('pglite'), files: emptyStore().files });
    } finally {
      await database.query('drop table of_others', []);
    }
  });

  test('can only be read by its owner', async () => {
    const { folder } = await fillAndBackUp();
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const { mode } = statSync(join(entry.parentPath, entry.name));
      expect([entry.name, (mode & 0o777).toString(8)]).toEqual([entry.name, entry.isDirectory() ? '700' : '600']);
    }
    expect((statSync(folder).mode & 0o777).toString(8)).toBe('700');
  });

  test('names a file that the store has lost, and one with other bytes', async () => {
    await fill();
    const { files } = server.app.deps;
    const folder = join(temporaryFolder(), 'archive');
    const first = await backUp(server.app, folder);
    const image =
      readdirSync(join(folder, 'files'), { recursive: true })
        .map(String)
        .find((name) => name.endsWith('.png')) ?? '';
    await files.put(image, Buffer.from('other bytes'));
    const changed = await backUp(server.app, join(temporaryFolder(), 'archive'));
    expect(changed.damaged).toEqual({ count: 1, first: [image] });
    await files.delete(image);
    const lost = await backUp(server.app, join(temporaryFolder(), 'archive'));
    expect(lost.damaged).toEqual({ count: 1, first: [image] });
    expect(lost.files.rows).toBe(first.files.rows - 1);
  });

  test('is not written into a folder with other files', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'thesis.txt'), '');
    await expect(backUp(server.app, folder)).rejects.toThrow('files that are not of an archive');
  });
});

/** Everything about tables that a statement can see, but data. */
const schemaOf = async ({ query }: Pick<TestServer['app']['deps']['database'], 'query'>) =>
  query<{ about: string }>(
    `select pg_get_indexdef(i.indexrelid) as about from pg_index i join pg_class c on c.oid = i.indrelid where c.relnamespace = 'public'::regnamespace
      union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where contype <> 'n' and connamespace = 'public'::regnamespace
      union all select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace = 'public'::regnamespace and not tgisinternal
      order by 1`,
    [],
  );

describe('a restore', () => {
  const breaks: Record<string, [change: (folder: string, manifest: Manifest) => void, message: RegExp]> = {
    'has no manifest': [(folder) => rmSync(join(folder, 'manifest.json')), /no finished archive/],
    'has a cut manifest': [(folder) => truncateSync(join(folder, 'manifest.json'), 100), /manifest\.json is damaged/],
    'has a changed byte in its manifest': [
      (folder) => replaceIn(join(folder, 'manifest.json'), /"rows\\":\d/, '"rows\\":9'),
      /manifest\.json is damaged/,
    ],
    'lacks a part': [
      (folder, manifest) => rmSync(join(folder, partIn(manifest, 'public.items'))),
      /public\.items-0.* cannot be read/,
    ],
    'has a changed byte in a part': [
      (folder, manifest) => flip(join(folder, partIn(manifest, 'public.items'))),
      /public\.items-0.* is damaged/,
    ],
    'has a cut part': [
      (folder, manifest) => {
        const file = partIn(manifest, 'public.items');
        truncateSync(join(folder, file), 40);
        resealPart(folder, file);
      },
      /public\.items-0.* is not what its manifest says/,
    ],
    'has a part that grows beyond what it says': [
      (folder, manifest) => {
        const file = partIn(manifest, 'public.items');
        writeFileSync(join(folder, file), gzipSync(Buffer.alloc(50_000_000)));
        resealPart(folder, file);
      },
      /public\.items-0.* is not what its manifest says/,
    ],
    'is of a newer version': [
      (folder) => changeManifest(folder, (manifest) => void manifest.migrations.push('9999_from_the_future')),
      /newer version.*9999_from_the_future/,
    ],
    'lacks a migration between others': [
      (folder) => changeManifest(folder, (manifest) => void manifest.migrations.splice(3, 1)),
      /does not say which version of the tables it has/,
    ],
    'has a part outside of its folder': [
      (folder) =>
        changeManifest(folder, ({ tables }) => {
          for (const { name, parts } of tables)
            if (name === 'public.items') for (const part of parts) part.file = '../../etc/passwd';
        }),
      /cannot be read by this version/,
    ],
    'names a file outside of the store': [
      (folder, { files }) => {
        const file = files.parts[0]?.file ?? '';
        const line = `{"key":"../../outside","bytes":1,"sha256":"${'0'.repeat(64)}"}\n`;
        writeFileSync(join(folder, file), gzipSync(line));
        resealPart(folder, file, { rows: 1, plainBytes: line.length });
      },
      /names a file that cannot be one/,
    ],
    'lacks a file': [
      (folder) => {
        const key = readdirSync(join(folder, 'files'), { recursive: true })
          .map(String)
          .find((name) => name.endsWith('.png'));
        rmSync(join(folder, 'files', key ?? ''));
      },
      /png of the archive is missing/,
    ],
    'lacks a table': [
      (folder) =>
        changeManifest(folder, (manifest) => ({
          ...manifest,
          tables: manifest.tables.filter(({ name }) => name !== 'public.items'),
        })),
      /differ in the table public\.items/,
    ],
    'lacks rows of a table': [
      (folder) =>
        changeManifest(folder, ({ tables }) => {
          for (const table of tables) if (table.name === 'public.items') table.parts = [];
        }),
      /public\.items was restored with other content/,
    ],
    'is of a workspace': [
      (folder) => changeManifest(folder, (manifest) => ({ ...manifest, kind: 'workspace' })),
      /import-workspace/,
    ],
  };

  test('refuses an archive that is broken in any way, and says how; nothing is restored', async () => {
    shows('5.running.restore-refused');
    const { folder, manifest } = await fillAndBackUp();
    const database = await openEmpty(kinds[0] ?? 'pglite');
    for (const [title, [change, message]] of Object.entries(breaks)) {
      const broken = join(temporaryFolder(), 'broken');
      cpSync(folder, broken, { recursive: true });
      change(broken, manifest);
      const outcome = restoreInto(server.app, broken, { database, files: emptyStore().files }).then(
        () => 'restored',
        (error: unknown) => {
          expect(error, title).toBeInstanceOf(ArchiveError);
          return (error as Error).message;
        },
      );
      expect(await outcome, title).toMatch(message);
    }
    // It is still empty.
    await restoreInto(server.app, folder, { database, files: emptyStore().files });
  });

  test('refuses a database with tables', async () => {
    shows('5.running.restore-refused');
    const { folder } = await fillAndBackUp();
    const { database } = server.app.deps;
    await expect(restoreInto(server.app, folder, { database, files: emptyStore().files })).rejects.toThrow(
      'is not empty',
    );
  });

  test('refuses another secret key, unless secrets are to be cleared', async () => {
    shows('5.running.secret-key');
    const { studio, app } = server;
    await app.deps.database.query(
      `insert into webhooks (instance_id, url, events, secret, created_at) values ($1, 'https://example.com/hook', '{}', $2, now())`,
      [studio.dev, app.deps.secrets.encrypt('whsec_old')],
    );
    const { folder } = await fillAndBackUp();
    const database = await openEmpty(kinds[0] ?? 'pglite');
    const secrets = createSecrets('another key, another key, another key');
    const target = { database, files: emptyStore().files, secrets };
    await expect(restoreInto(app, folder, target)).rejects.toThrow('encrypted with another SECRET_KEY');
    const cleared = await restoreInto(app, folder, { ...target, withoutSecrets: true });
    expect(cleared).toContainEqual(expect.stringMatching(/^Webhook \d+ signs with a new secret/));
    const [webhook] = await database.query<{ secret: string }>('select secret from webhooks', []);
    expect(secrets.decrypt(webhook?.secret ?? '')).toMatch(/^whsec_/);
  });

  test('clears what any module encrypts', () => {
    shows('5.running.secret-key');
    const encrypting = globSync('server/**/*.ts').filter((file) =>
      readFileSync(file, 'utf8').includes('secrets.encrypt('),
    );
    // Look at a new one: does it store what it encrypts? Then `clear-secrets.ts` clears or names it.
    expect(encrypting.toSorted()).toEqual([
      'server/backup/clear-secrets.ts',
      'server/core/mail/mail.ts',
      'server/modules/accounts/factor-service.ts',
      'server/modules/accounts/passkey-challenge.ts',
      'server/modules/assistants/service.ts',
      'server/modules/builds/signing-service.ts',
      'server/modules/company-sign-in/flow.ts',
      'server/modules/company-sign-in/provider-service.ts',
      'server/modules/development/oidc/oidc-routes.ts',
      'server/modules/tokens/service.ts',
      'server/modules/webhooks/service.ts',
    ]);
  });

  test.each(isLong ? kinds : kinds.slice(0, 1))(
    'that is killed at any of its steps on %s says so at the next start, and begins again',
    async (kind) => {
      shows('5.running.restore-killed');
      const { folder, manifest } = await fillAndBackUp();
      const { files } = emptyStore();
      const steps: string[] = [];
      const counted = await openEmpty(kind);
      await restoreInto(server.app, folder, { database: counted, files, step: (name) => void steps.push(name) });
      const database = await openEmpty(kind);
      const run = (sql: string, values: unknown[] = []) => database.query(sql, values).then((rows) => ({ rows }));
      for (const at of steps.keys().filter((at) => isLong || at < 4 || at % 24 === 0 || at === steps.length - 1)) {
        let passed = 0;
        const step = () => {
          if (passed++ === at) throw new Error('killed');
        };
        await expect(restoreInto(server.app, folder, { database, files, step })).rejects.toThrow('killed');
        // Before the first step, nothing was written.
        if (at === 0) continue;
        const starts = migrate(migrations, run, (work) => work(run));
        await expect(starts, `after ${steps[at]}`).rejects.toThrow('run the restore again');
      }
      await restoreInto(server.app, folder, { database, files });
      expect(steps.length).toBeGreaterThan(20);
      expect(contentOf(await backUp(server.app, join(temporaryFolder(), 'again'), { database, files }))).toEqual(
        contentOf(manifest),
      );
    },
  );
});

function replaceIn(file: string, pattern: RegExp, by: string): void {
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(pattern);
  writeFileSync(file, text.replace(pattern, by));
}

function flip(file: string): void {
  const bytes = readFileSync(file);
  bytes[20] = (bytes[20] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

/** Makes the manifest agree with a part that was changed. */
function resealPart(folder: string, file: string, other: object = {}): void {
  const bytes = readFileSync(join(folder, file));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  changeManifest(folder, ({ tables, files }) => {
    for (const { parts } of [...tables, files])
      for (const part of parts) if (part.file === file) Object.assign(part, { sha256, bytes: bytes.length, ...other });
  });
}
