import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Manifest } from '../../server/backup/manifest.ts';
import { checkBackup, restoreBackup } from '../../server/backup/restore.ts';
import { writeBackup } from '../../server/backup/write-archive.ts';
import type { App } from '../../server/core/app/deps.ts';
import type { Database } from '../../server/core/database/database.ts';
import { openDatabase } from '../../server/core/database/open-database.ts';
import { openPglite } from '../../server/core/database/pglite.ts';
import { startPglite } from '../../server/core/database/pglite-engine.ts';
import { createFilesInFolder } from '../../server/core/files/files-in-folder.ts';
import { migrations, onServer, testDatabasePrefix, timeouts } from './server-database.ts';
import { temporaryFolder } from './server-process.ts';

/** The kinds of database of this run: the embedded one, and a PostgreSQL if there is one. */
export const kinds: Database['kind'][] = process.env.DATABASE_URL ? ['postgres', 'pglite'] : ['pglite'];

/** A database without tables, closed after the test. */
export async function openEmpty(kind: Database['kind']): Promise<Database> {
  const database = await openWithoutTables(kind);
  onTestFinished(() => database.close());
  return database;
}

async function openWithoutTables(kind: Database['kind']): Promise<Database> {
  if (kind === 'pglite') return openPglite('memory://', undefined, { start: startPglite });
  const server = process.env.DATABASE_URL ?? '';
  const name = `${testDatabasePrefix()}empty_${randomBytes(4).toString('hex')}`;
  await onServer(server, `create database ${name}`);
  const url = Object.assign(new URL(server), { pathname: name }).href;
  return openDatabase({ url, folder: '', connections: 2, timeouts });
}

/** A file store in a folder that is removed after the tests. */
export const emptyStore = () => {
  const folder = temporaryFolder();
  return { folder, files: createFilesInFolder({ folder, publicUrl: '', sign: () => '', now: () => new Date() }) };
};

/** Backs a server up, or a database with the files of a server. */
export const backUp = (
  { deps }: App,
  folder: string,
  other: Partial<Parameters<typeof writeBackup>[0]> = {},
): Promise<Manifest> => writeBackup({ ...deps, migrations, now: deps.clock.now(), ...other }, folder);

/** Restores into an empty database and file store of the test. */
export async function restoreInto(
  { deps }: App,
  folder: string,
  other: Pick<Parameters<typeof restoreBackup>[0], 'database' | 'files'> & Partial<Parameters<typeof restoreBackup>[0]>,
): Promise<string[]> {
  const target = { secrets: deps.secrets, migrations, ...other };
  return restoreBackup(target, folder, await checkBackup(target, folder));
}

/** Rewrites a manifest, with a hash that is right. */
export function changeManifest(folder: string, change: (manifest: Manifest) => unknown): void {
  const file = join(folder, 'manifest.json');
  const manifest = JSON.parse(JSON.parse(readFileSync(file, 'utf8')).archive) as Manifest;
  const archive = JSON.stringify(change(manifest) ?? manifest);
  const sha256 = createHash('sha256').update(archive).digest('hex');
  writeFileSync(file, JSON.stringify({ sha256, archive }));
}

/** The hashes of what an archive has, by table. */
export const contentOf = ({ tables, files }: Manifest): Record<string, string> =>
  Object.fromEntries([...tables, { name: 'files', ...files }].map(({ name, content }) => [name, content]));
