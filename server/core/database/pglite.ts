import { existsSync } from 'node:fs';
import { AppError, StartError } from '../base/errors.ts';
import type { FreeSpace } from '../base/free-space.ts';
import type { Database, Query } from './database.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { migrate } from './migrate.ts';
import type { PgliteClient, PgliteStatements } from './pglite-client.ts';
import { startPgliteThread } from './pglite-thread.ts';
import { sqlStateOf } from './sql-states.ts';

const queryOn =
  (client: PgliteStatements): Query =>
  async <R>(text: string, values: readonly unknown[]) =>
    (await client.query<R>(text, values as unknown[])).rows;

/** Migrates an embedded PostgreSQL to the newest schema. */
export const migratePglite = (client: PgliteClient, migrations: string): Promise<void> =>
  migrate(
    migrations,
    (sql, values) => client.query(sql, values),
    (work) =>
      client.transaction((tx) =>
        work((sql, values) =>
          values ? tx.query(sql, values) : tx.exec(sql).then((results) => results.at(-1) ?? { rows: [] }),
        ),
      ),
  );

/** How the embedded database is opened. */
interface PgliteSettings {
  freeSpace?: FreeSpace;
  /** True if no other process can open the folder, as the caller has locked it or made it. */
  isLocked?: boolean;
  /** Starts it; by default in its own thread. */
  start?: (folder: string) => Promise<PgliteClient>;
}

/** PostgreSQL inside this process, stored in a folder that no other process may use at the same time. */
export async function openPglite(
  folder: string,
  migrations: string | undefined,
  { freeSpace, isLocked = false, start = startPgliteThread }: PgliteSettings = {},
): Promise<Database> {
  refuseHalfRestored(folder);
  const lock: FolderLock | undefined = isLocked || folder.startsWith('memory://') ? undefined : lockFolder(folder);
  let opened: PgliteClient | undefined;
  try {
    const client = await start(folder);
    opened = client;
    if (migrations !== undefined) await migratePglite(client, migrations);
    logStorage(client);
    let isClosing = false;
    freeSpace?.onFull((isFull) => {
      refuseChanges(client, isFull).catch((error: unknown) => {
        if (!isClosing) throw error;
      });
    });
    return {
      kind: 'pglite',
      query: queryOn(client),
      bytes: async (text, values) => {
        const options = { rowMode: 'array', asBytes: true } as const;
        const { rows } = await client.query<[string | Uint8Array | null]>(text, values as unknown[], options);
        const [value] = rows[0] ?? [];
        if (!value) return undefined;
        return typeof value === 'string'
          ? Buffer.from(value)
          : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
      },
      script: (text) => runScript(client, text),
      transaction: (work) => client.transaction((raw) => work(queryOn(raw))),
      listen: async (channel, onMessage) => {
        await client.exec(`listen ${channel}`);
        const stop = client.onNotification((from, payload) => {
          if (from === channel) onMessage(payload);
        });
        return async () => stop();
      },
      close: async () => {
        isClosing = true;
        try {
          await client.close();
        } finally {
          lock?.release();
        }
      },
    };
  } catch (error) {
    // The first error is the one to report.
    await opened?.close().catch(() => undefined);
    lock?.release();
    if (error instanceof StartError) throw error;
    throw new StartError(`The embedded database in ${folder} cannot be opened: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Where a backup is restored; renamed once that has ended. */
export const unfinishedFolder = (folder: string): string => `${folder}-unfinished`;

function refuseHalfRestored(folder: string): void {
  if (existsSync(folder) || !existsSync(unfinishedFolder(folder))) return;
  throw new StartError(
    `A backup was being restored into ${folder}, and that has not ended: run the restore again, or remove ${unfinishedFolder(folder)}.`,
  );
}

/**
 * PGlite would spin forever, and block the process, if a file had to grow on a full disk; so changes are refused before
 * that.
 */
async function refuseChanges(client: PgliteClient, isFull: boolean): Promise<void> {
  await client.exec(`set default_transaction_read_only = ${isFull ? 'on' : 'off'}`);
}

const readOnly = '25006';

/** Reports a change refused for that reason as a storage error. */
function logStorage(client: PgliteClient): void {
  const rethrow = (error: unknown): never => {
    throw sqlStateOf(error) === readOnly ? new AppError('storage', { cause: error }) : error;
  };
  for (const name of ['query', 'exec', 'transaction'] as const) {
    const call = client[name].bind(client) as (...args: unknown[]) => Promise<unknown>;
    Object.assign(client, { [name]: (...args: unknown[]) => call(...args).catch(rethrow) });
  }
}

/** A script that begins its own transaction and fails half way must not leave it open on the only connection. */
async function runScript(client: PgliteClient, text: string): Promise<unknown[]> {
  const run = (on: PgliteStatements) => on.exec(text).then((results) => results.flatMap(({ rows }) => rows));
  return /^\s*begin\b/i.test(text) ? client.transaction(run) : run(client);
}
