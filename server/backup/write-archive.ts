import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, Query } from '../core/database/database.ts';
import { withLongTimeout } from '../core/database/timeouts.ts';
import type { Secrets } from '../core/environment/secrets.ts';
import type { Files } from '../core/files/files.ts';
import product from '../package.json' with { type: 'json' };
import { ArchiveError } from './archive-error.ts';
import { archiveFiles, removeUnlisted } from './archive-files.ts';
import { hashRows } from './content-hash.ts';
import { fileKeys, type StoredFile } from './file-keys.ts';
import { type ArchivedTable, type Manifest, writeManifest } from './manifest.ts';
import { writeParts } from './parts.ts';
import {
  beginReading,
  listSequences,
  listTables,
  readJobsVersion,
  readMigrations,
  readRows,
  readText,
  type TableColumns,
} from './read-tables.ts';

/** What an archive is made from. */
export interface ArchiveSource {
  database: Database;
  files: Files;
  secrets: Secrets;
  now: Date;
  /** Called before each step; tests make it throw. */
  step?: ((name: string) => void) | undefined;
}

/** What to read. */
export interface Selection {
  kind: Manifest['kind'];
  tables: (TableColumns & { where?: string; unmoved?: string[] | undefined })[];
  /** SQL: the instances, `i`, whose images are copied; without it all files are. */
  images?: string;
  left?: string[];
}

/** The hash of a constant by the key that has encrypted the secrets in an archive. */
export const keyFingerprint = (secrets: Secrets): string => secrets.sign('the key of a backup');

/**
 * Writes everything of a database and its file store to a folder, as of one moment, while servers run. A finished archive in the folder is
 * replaced once the new one is complete; files that it has already are not copied again.
 */
export const writeBackup = (source: ArchiveSource, folder: string): Promise<Manifest> =>
  writeArchive(source, folder, async (query) => ({ kind: 'server', tables: await listTables(query) }));

/** Writes what `select` chooses as an archive. */
export async function writeArchive(
  { database, files, secrets, now, step = () => {} }: ArchiveSource,
  folder: string,
  select: (query: Query) => Promise<Selection>,
): Promise<Manifest> {
  await prepareFolder(folder);
  const rows = `rows-${randomBytes(8).toString('hex')}`;
  const manifest = await withLongTimeout(() =>
    database.transaction(async (query): Promise<Manifest> => {
      await beginReading(query);
      const { kind, tables, images, left = [] } = await select(query);
      const isServer = kind === 'server';
      const written: ArchivedTable[] = [];
      for (const { name, columns, where, unmoved } of tables) {
        step(`read ${name}`);
        const content = await writeParts(folder, `${rows}/${name}`, readRows(query, { name, columns }, where));
        const proof = unmoved && { unmoved: await hashRows(readRows(query, { name, columns: unmoved }, where)) };
        written.push({ name, columns, ...content, ...proof });
      }
      step('copy files');
      const stored = readStoredFiles(query, images);
      const { copied: _, damaged, ...listed } = await archiveFiles(files, folder, { stored, name: `${rows}/files` });
      return {
        format: 1,
        kind,
        version: product.version,
        createdAt: now.toISOString(),
        migrations: await readMigrations(query),
        jobs: isServer ? await readJobsVersion(query) : null,
        key: isServer ? keyFingerprint(secrets) : null,
        tables: written,
        sequences: isServer ? await listSequences(query) : [],
        files: listed,
        left,
        damaged,
      };
    }),
  );
  step('write manifest');
  await writeManifest(folder, manifest);
  step('remove old rows');
  await removeOld(folder, manifest, rows);
  return manifest;
}

async function* readStoredFiles(query: Query, images: string | undefined): AsyncGenerator<StoredFile> {
  for await (const row of readText(query, fileKeys(images).trim())) yield JSON.parse(row) as StoredFile;
}

/** Personal data is in it: only its owner can read it. */
async function prepareFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    const names = await readdir(folder);
    if (names.every((name) => archiveNames.test(name))) return;
  } catch (error) {
    throw new ArchiveError(`${folder} cannot be written (${(error as NodeJS.ErrnoException).code}).`, { cause: error });
  }
  throw new ArchiveError(`${folder} has files that are not of an archive. Name an empty folder or a new one.`);
}

const archiveNames = /^(rows-[0-9a-f]{16}|files|files\.journal(\.new)?|manifest\.json(\.new)?)$/;

/** Removes what earlier archives and unfinished runs have left in the folder. */
async function removeOld(folder: string, manifest: Manifest, rows: string): Promise<void> {
  for (const name of await readdir(folder))
    if (/^rows-[0-9a-f]{16}$/.test(name) && name !== rows)
      await rm(join(folder, name), { recursive: true, force: true });
  await removeUnlisted(folder, manifest.files);
}
