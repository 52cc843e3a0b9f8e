import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { freeBytes } from '../core/base/free-space.ts';
import type { Database } from '../core/database/database.ts';
import { ArchiveError } from './archive-error.ts';
import { FolderCopy } from './folder-copy.ts';

/** The socket of a server with an embedded database, in its data folder: only the same user of the machine can open it. */
const socketOf = (dataDir: string): string => join(dataDir, 'backup.sock');

/** The copy for a backup; removed when its reader has ended, however. */
const copyOf = (dataDir: string): string => join(dataDir, 'db-copy');

/** Unix sockets have a shorter limit than paths. */
const longestSocket = 100;

/** What a server answers. */
type Answer = Waited | { error: string };

/** What the server's statements waited for. */
interface Waited {
  milliseconds: number;
  /** The size of the database. */
  bytes: number;
  /** What was copied of it meanwhile; the rest before. */
  bytesCopied: number;
}

interface CopyParts {
  database: Database;
  dataDir: string;
  /** Bytes that stay free on the disk. */
  leastFree: number;
}

/**
 * Lets a backup have a copy of the embedded database, which only one process can open: whoever connects to the socket gets one, until the
 * connection ends. Statements wait while what changed during the copy is copied again. Undefined where there can be no socket: then a backup needs the server to be stopped.
 */
export async function serveCopies(parts: CopyParts): Promise<Server | undefined> {
  const path = socketOf(parts.dataDir);
  rmSync(copyOf(parts.dataDir), { recursive: true, force: true });
  if (path.length > longestSocket) return undefined;
  rmSync(path, { force: true });
  let isBusy = false;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    if (isBusy) {
      answer(socket, { error: 'Another backup of this server is running.' });
      return;
    }
    isBusy = true;
    const closed = once(socket, 'close');
    makeCopy(parts)
      .then(
        (made) => answer(socket, made),
        (error: unknown) => answer(socket, { error: (error as Error).message }),
      )
      .then(() => closed)
      .then(() => rm(copyOf(parts.dataDir), { recursive: true, force: true }))
      .finally(() => {
        isBusy = false;
      });
  });
  // The mode is that of the process' mask otherwise.
  const mask = process.umask(0o177);
  try {
    server.listen(path);
    await once(server, 'listening');
    return server.unref();
  } catch {
    // Not every file system has sockets.
    return undefined;
  } finally {
    process.umask(mask);
  }
}

const answer = (socket: Socket, line: Answer): void => {
  if (!socket.destroyed) socket.write(`${JSON.stringify(line)}\n`);
};

async function makeCopy({ database, dataDir, leastFree }: CopyParts): Promise<Answer> {
  const folder = join(dataDir, 'db');
  const needed = await sizeOf(folder);
  if ((await freeBytes(dataDir)) < needed + leastFree)
    return { error: `The disk of ${dataDir} has no space for a copy of the database.` };
  const copy = new FolderCopy(folder, copyOf(dataDir));
  // Most changes are in the files by now, so that statements wait only for those made during the first pass.
  await database.query('checkpoint', []);
  await copy.copyChanging();
  return database.transaction(async (query) => {
    const since = performance.now();
    // All changes are in the files afterwards, and no statement runs before this transaction ends.
    await query('checkpoint', []);
    const { bytes, bytesCopied } = await copy.finish();
    return { milliseconds: Math.round(performance.now() - since), bytes, bytesCopied };
  });
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size;
  return bytes;
}

/** A copy of the database of a running server. */
export interface DatabaseCopy extends Waited {
  folder: string;
  /** Lets the server remove the copy. */
  end: () => void;
}

/** Undefined if no server with an embedded database runs on the data folder. */
export async function requestCopy(dataDir: string): Promise<DatabaseCopy | undefined> {
  const path = socketOf(dataDir);
  if (path.length > longestSocket || !existsSync(path)) return undefined;
  const socket = createConnection(path);
  const connected = await once(socket, 'connect').then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      // A server that was killed leaves its socket.
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') return false;
      throw new ArchiveError(`The server on ${dataDir} cannot be reached (${error.code}).`, { cause: error });
    },
  );
  if (!connected) return undefined;
  const line = await firstLine(socket);
  const answered = JSON.parse(line || '{"error":"The server has stopped."}') as Answer;
  if ('error' in answered) {
    socket.destroy();
    throw new ArchiveError(answered.error);
  }
  return { ...answered, folder: copyOf(dataDir), end: () => void socket.destroy() };
}

async function firstLine(socket: Socket): Promise<string> {
  let found = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    found += String(chunk);
    if (found.includes('\n')) break;
  }
  return found;
}
