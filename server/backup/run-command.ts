import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../core/base/clock.ts';
import { endlessSpace } from '../core/base/free-space.ts';
import type { Database } from '../core/database/database.ts';
import { lockFolder } from '../core/database/folder-lock.ts';
import { openDatabase } from '../core/database/open-database.ts';
import { unfinishedFolder } from '../core/database/pglite.ts';
import type { Environment } from '../core/environment/environment.ts';
import { secretOf } from '../core/environment/secret-file.ts';
import { createSecrets } from '../core/environment/secrets.ts';
import { createFiles } from '../core/files/create-files.ts';
import { ArchiveError } from './archive-error.ts';
import { requestCopy } from './database-copy.ts';
import { exportWorkspace } from './export-workspace.ts';
import { importWorkspace } from './import-workspace.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { removeSecondFactor } from './remove-second-factor.ts';
import { checkBackup, restoreBackup } from './restore.ts';
import { type ArchiveTarget, prepareFolder, writeBackup } from './write-archive.ts';

/** What a command of an operator needs of its surroundings. */
export interface Surroundings {
  config: Environment;
  /** The folder of the product's migrations. */
  migrations: string;
  say: (line: string) => void;
}

const usage = `Usage, with the environment of the server:
  backup FOLDER                        writes database and files to FOLDER, while servers run
  restore FOLDER [--without-secrets]   restores a backup into an empty database; the server must not run
  export-workspace ID FOLDER           writes one workspace to FOLDER, without secrets, while servers run
  import-workspace FOLDER              adds it to another server of the same version; one with an embedded database must not run
  remove-second-factor EMAIL           removes app, passkeys and recovery codes of an account; a server with an embedded database must not run
Without a command the server starts.`;

type Command = (names: string[], surroundings: Surroundings, withoutSecrets: boolean) => Promise<void> | undefined;

const commands: Record<string, Command> = {
  backup: ([folder, ...others], surroundings) =>
    folder === undefined || others.length > 0 ? undefined : backup(resolve(folder), surroundings),
  restore: ([folder, ...others], surroundings, withoutSecrets) =>
    folder === undefined || others.length > 0 ? undefined : restore(resolve(folder), surroundings, withoutSecrets),
  'export-workspace': ([id = '', folder, ...others], surroundings) =>
    folder === undefined || others.length > 0 ? undefined : exportOne(readId(id), resolve(folder), surroundings),
  'import-workspace': ([folder, ...others], surroundings) =>
    folder === undefined || others.length > 0 ? undefined : importOne(resolve(folder), surroundings),
  'remove-second-factor': ([email, ...others], surroundings) =>
    email === undefined || others.length > 0 ? undefined : removeFactor(email, surroundings),
};

/** Runs a command; throws a `StartError` that says why it cannot. */
export async function runCommand(args: readonly string[], surroundings: Surroundings): Promise<void> {
  const { positionals, values } = readArguments(args);
  if (values.help) return surroundings.say(usage);
  const [name = '', ...names] = positionals;
  const run = Object.hasOwn(commands, name)
    ? commands[name]?.(names, surroundings, values['without-secrets'])
    : undefined;
  if (run === undefined) throw new ArchiveError(usage);
  await run;
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'without-secrets': { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    // Its further sentences are for names that begin with a dash.
    const [problem] = (error as Error).message.split('. ');
    throw new ArchiveError(`${problem}.\n${usage}`, { cause: error });
  }
}

function readId(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new ArchiveError(
    `${JSON.stringify(text)} is not the id of a workspace: it is the number in the address of its settings.`,
  );
}

/** Before the calls of a running server wait for a copy. */
async function prepareTarget({ config }: Surroundings, target: ArchiveTarget): Promise<void> {
  for (const name of ['db', 'files'])
    if (isWithin(join(config.dataDir, name), target.folder))
      throw new ArchiveError(
        `${target.folder} is in the folder that is saved, and would be lost with it. Name another folder.`,
      );
  await prepareFolder(target);
}

const isWithin = (parent: string, folder: string): boolean => `${folder}${sep}`.startsWith(`${resolve(parent)}${sep}`);

async function backup(folder: string, surroundings: Surroundings): Promise<void> {
  const { config, migrations, say } = surroundings;
  await prepareTarget(surroundings, { folder, kind: 'server' });
  await withSource(surroundings, async (database) => {
    const manifest = await writeBackup({ ...partsOf(config), database, migrations, now: systemClock.now() }, folder);
    sayContent(manifest, say, 'saved');
    sayLeft(manifest, say);
    for (const key of manifest.damaged.first) say(`missing or damaged in the file store: ${key}`);
    say(`Backup written to ${folder}. Store ${keyName(config)} as well, in another place: it is not in the backup.`);
  });
}

async function restore(folder: string, surroundings: Surroundings, withoutSecrets: boolean): Promise<void> {
  const { config, migrations, say } = surroundings;
  await readManifest(folder, 'server');
  if (config.secretKey === undefined && !existsSync(join(config.dataDir, 'secret')) && !withoutSecrets)
    throw new ArchiveError(
      `There is no SECRET_KEY and no file ${join(config.dataDir, 'secret')}: set the key of the server that was backed up, or copy its file. Without it, --without-secrets clears what is encrypted.`,
    );
  const parts = { ...partsOf(config), migrations, withoutSecrets };
  const manifest = await checkBackup(parts, folder);
  await withTarget(surroundings, async (database) => {
    const cleared = await restoreBackup({ ...parts, database }, folder, manifest);
    sayContent(manifest, say, 'equal');
    for (const line of cleared) say(line);
  });
  say('Restored. Every table and file is equal to the backup by its hash; the server can be started.');
}

async function exportOne(id: number, folder: string, surroundings: Surroundings): Promise<void> {
  const { config, migrations, say } = surroundings;
  await prepareTarget(surroundings, { folder, kind: 'workspace', workspace: id });
  await withSource(surroundings, async (database) => {
    const manifest = await exportWorkspace(
      { ...partsOf(config), database, migrations, now: systemClock.now() },
      folder,
      id,
    );
    sayContent(manifest, say, 'saved');
    for (const key of manifest.damaged.first) say(`missing or damaged in the file store: ${key}`);
    sayLeft(manifest, say);
    say(`Workspace ${id} written to ${folder}, without secrets; with names and email addresses of its members.`);
  });
}

async function importOne(folder: string, surroundings: Surroundings): Promise<void> {
  const { config, say } = surroundings;
  await using(await openSource(config), async (database) => {
    const { manifest, ids, joined, invited } = await importWorkspace(
      { ...partsOf(config), database, now: systemClock.now() },
      folder,
    );
    sayContent(manifest, say, 'imported');
    for (const [name, moved] of Object.entries(ids))
      for (const id of moved)
        say(`${name.replace(/s$/, '')} ${id.old}: ${id.old === id.new ? 'the same id' : `${id.new} here`}`);
    for (const email of joined) say(`joined: ${email}`);
    for (const email of invited)
      say(`invited, once an owner sends it again: ${email}; roles in projects have to be given again`);
    sayLeft(manifest, say);
    say('Imported. What has no ids is equal to the archive by its hash.');
  });
}

async function removeFactor(email: string, { config, say }: Surroundings): Promise<void> {
  await using(await openSource(config), async ({ query }) => {
    const isRemoved = await removeSecondFactor(query, email);
    if (isRemoved === undefined) throw new ArchiveError(`There is no account ${JSON.stringify(email)}.`);
    say(isRemoved ? `Removed: ${email} signs in by password alone.` : `${email} has no second factor.`);
  });
}

function sayLeft({ left }: Manifest, say: Surroundings['say']): void {
  for (const line of left) say(`not in the archive: ${line}`);
}

/** The configured file store and keys. */
function partsOf(config: Environment) {
  const secrets = createSecrets(config.secretKey ?? secretOf(config.dataDir));
  return { secrets, files: createFiles({ config, secrets, clock: systemClock, freeSpace: endlessSpace }) };
}

const keyName = ({ secretKey, dataDir }: Environment): string =>
  secretKey === undefined ? join(dataDir, 'secret') : 'SECRET_KEY';

function sayContent({ tables, files }: Manifest, say: Surroundings['say'], word: string): void {
  for (const { name, rows } of tables)
    say(`${name.replace('public.', '').padEnd(28)} ${String(rows).padStart(12)} rows ${word}`);
  say(`${'files'.padEnd(28)} ${String(files.rows).padStart(12)}      ${word}, ${files.bytes} bytes`);
}

const timeouts = { statement: 10 * 60_000, connection: 10_000 };

/** The database as it is; an embedded one belongs to this process. */
async function openSource({ dataDir, databaseUrl }: Environment): Promise<Database> {
  const folder = join(dataDir, 'db');
  if (databaseUrl) return openDatabase({ url: databaseUrl, connections: 2, timeouts, folder });
  if (!existsSync(folder)) throw new ArchiveError(`There is no database in ${folder}: set DATA_DIR or DATABASE_URL.`);
  return openDatabase({ folder });
}

/** A server on the same machine goes first. */
const lowPriority = 10;

/** The database to read; of a running server with an embedded one, a copy. */
async function withSource({ config, say }: Surroundings, work: (database: Database) => Promise<void>): Promise<void> {
  setPriority(lowPriority);
  const copy = config.databaseUrl ? undefined : await requestCopy(config.dataDir);
  if (!copy) return using(await openSource(config), work);
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  say(
    `The server's database was copied (${megabytes(copy.bytes)}): its calls waited for ${copy.milliseconds} ms, while ${megabytes(copy.bytesCopied)} of it were copied.`,
  );
  try {
    await using(await openDatabase({ folder: copy.folder, isLocked: true }), work);
  } finally {
    copy.end();
  }
}

/** An embedded database gets its name once it is complete. */
async function withTarget({ config }: Surroundings, work: (database: Database) => Promise<void>): Promise<void> {
  const folder = join(config.dataDir, 'db');
  if (config.databaseUrl)
    return using(await openDatabase({ url: config.databaseUrl, connections: 2, timeouts, folder }), work);
  if (existsSync(folder))
    throw new ArchiveError(`The database is not empty: ${folder} exists. Restore into another DATA_DIR.`);
  const unfinished = unfinishedFolder(folder);
  const lock = lockFolder(unfinished);
  try {
    // What a restore that was killed has left.
    await rm(unfinished, { recursive: true, force: true });
    await using(await openDatabase({ folder: unfinished, isLocked: true }), work);
    await rename(unfinished, folder);
  } finally {
    lock.release();
  }
}

async function using(database: Database, work: (database: Database) => Promise<void>): Promise<void> {
  try {
    await work(database);
  } finally {
    await database.close();
  }
}
