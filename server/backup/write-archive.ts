import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, Query } from '../core/database/database.ts';
import { listMigrations } from '../core/database/migrate.ts';
import { withLongTimeout } from '../core/database/timeouts.ts';
import type { Secrets } from '../core/environment/secrets.ts';
import type { Files } from '../core/files/files.ts';
import product from '../package.json' with { type: 'json' };
import { ArchiveError } from './archive-error.ts';
import { archiveFiles, removeUnlisted } from './archive-files.ts';
import { hashRows } from './content-hash.ts';
import { fileKeys, type StoredFile } from './file-keys.ts';
import { type ArchivedTable, findManifest, type Manifest, writeManifest } from './manifest.ts';
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
import { productTables } from './workspace-tables.ts';

/** What an archive is made from. */
export interface ArchiveSource {
  database: Database;
  files: Files;
  secrets: Secrets;
  /** The folder of the product's migrations. */
  migrations: string;
  now: Date;
  /** Called before each step: for tests. */
  step?: ((name: string) => void | Promise<void>) | undefined;
}

/** Where an archive is written, and of what it is: the server, or one workspace. */
export interface ArchiveTarget {
  folder: string;
  kind: Manifest['kind'];
  workspace?: number;
}

/** What to read. */
export interface Selection {
  tables: (TableColumns & { where?: string; unmoved?: string[] | undefined })[];
  /** SQL: the instances, `i`, whose images are copied; without it all files are. */
  images?: string;
  sequences?: Manifest['sequences'];
  /** What is not in the archive. */
  left: string[];
}

/** The hash of a constant by the key that has encrypted the secrets in an archive. */
export const keyFingerprint = (secrets: Secrets): string => secrets.sign('the key of a backup');

/** A sequence that is not of a column. */
const otherSequences = ['event_positions'];

/**
 * Writes everything of a database and its file store to a folder, as of one moment, while servers run. A finished archive in the folder is
 * replaced once the new one is complete; files that it has already are not copied again. Tables of others are named, and left out.
 */
export const writeBackup = (source: ArchiveSource, folder: string): Promise<Manifest> =>
  writeArchive(source, { folder, kind: 'server' }, async (query) => {
    const tables = await listTables(query);
    const isOurs = ({ name }: { name: string }) => name.startsWith('pgboss.') || productTables.has(name);
    const sequences = await listSequences(query);
    return {
      tables: tables.filter(isOurs),
      sequences: sequences.flatMap(({ name, last, table }) =>
        (table === null ? otherSequences.includes(name) : productTables.has(table)) ? [{ name, last }] : [],
      ),
      left: tables
        .filter((table) => !isOurs(table))
        .map(({ name }) => `${name}, which is not a table of Quartermaster`),
    };
  });

/** Writes what `select` chooses as an archive. */
export async function writeArchive(
  { database, files, secrets, migrations, now, step = () => {} }: ArchiveSource,
  target: ArchiveTarget,
  select: (query: Query) => Promise<Selection>,
): Promise<Manifest> {
  await prepareFolder(target);
  const { folder, ...of } = target;
  const rows = `rows-${randomBytes(8).toString('hex')}`;
  const manifest = await withLongTimeout(() =>
    database.transaction(async (query): Promise<Manifest> => {
      await beginReading(query);
      await refuseOtherVersion(query, migrations);
      const { tables, images, sequences = [], left } = await select(query);
      const isServer = of.kind === 'server';
      const written: ArchivedTable[] = [];
      for (const { name, columns, where, unmoved } of tables) {
        await step(`read ${name}`);
        const content = await writeParts(folder, `${rows}/${name}`, readRows(query, { name, columns }, where));
        const proof = unmoved && { unmoved: await hashRows(readRows(query, { name, columns: unmoved }, where)) };
        written.push({ name, columns, ...content, ...proof });
      }
      await step('copy files');
      const stored = readStoredFiles(query, images);
      const { copied: _, damaged, ...listed } = await archiveFiles(files, folder, { stored, name: `${rows}/files` });
      return {
        format: 1,
        ...of,
        version: product.version,
        createdAt: now.toISOString(),
        migrations: await readMigrations(query),
        jobs: isServer ? await readJobsVersion(query) : null,
        key: isServer ? keyFingerprint(secrets) : null,
        tables: written,
        sequences,
        files: listed,
        left,
        damaged,
      };
    }),
  );
  await step('write manifest');
  await writeManifest(folder, manifest);
  await step('remove old rows');
  await removeOld(folder, manifest, rows);
  return manifest;
}

/** Which tables there are is known of this version only. */
async function refuseOtherVersion(query: Query, migrations: string): Promise<void> {
  const expected = (await listMigrations(migrations)).toSorted();
  if ((await readMigrations(query)).join() === expected.join()) return;
  throw new ArchiveError(
    'The database is of another version of Quartermaster: use the program of the version that runs on it.',
  );
}

async function* readStoredFiles(query: Query, images: string | undefined): AsyncGenerator<StoredFile> {
  for await (const row of readText(query, fileKeys(images).trim())) yield JSON.parse(row) as StoredFile;
}

/**
 * Makes the folder of an archive, which only its owner can read, as personal data is in it. Throws unless it is empty, unfinished, or has an
 * archive of the same, which the new one replaces.
 */
export async function prepareFolder({ folder, kind, workspace }: ArchiveTarget): Promise<void> {
  let names: string[];
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    names = await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ArchiveError(
      code === 'EEXIST' || code === 'ENOTDIR'
        ? `${folder} is a file, or below one. Name an empty folder or a new one.`
        : `${folder} cannot be written (${code}).`,
      { cause: error },
    );
  }
  if (!names.every((name) => archiveNames.test(name)))
    throw new ArchiveError(`${folder} has files that are not of an archive. Name an empty folder or a new one.`);
  const found = await findManifest(folder);
  if (!found || (found.kind === kind && found.workspace === workspace)) return;
  throw new ArchiveError(`${folder} has ${nameOf(found)}, which would be lost. Name an empty folder or a new one.`);
}

const nameOf = ({ kind, workspace }: Manifest): string =>
  kind === 'server' ? 'the backup of a server' : workspace ? `workspace ${workspace}` : 'another workspace';

const archiveNames = /^(rows-[0-9a-f]{16}|files|files\.journal(\.new)?|manifest\.json(\.new)?)$/;

/** Removes what earlier archives and unfinished runs have left in the folder. */
async function removeOld(folder: string, manifest: Manifest, rows: string): Promise<void> {
  for (const name of await readdir(folder))
    if (/^rows-[0-9a-f]{16}$/.test(name) && name !== rows)
      await rm(join(folder, name), { recursive: true, force: true });
  await removeUnlisted(folder, manifest.files);
}
