import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '../base/errors.ts';
import { checkedKey, type Files } from './files.ts';
import { type FileSigner, signedFileUrl } from './signed-file.ts';

/** Settings of the folder store: its location, and how its files are reached from outside. */
export interface FolderOptions extends FileSigner {
  folder: string;
  /** URL of this server, without a trailing slash. */
  publicUrl: string;
  /** Throws if the disk has no space left. */
  checkSpace?: () => void;
}

const unfinishedFor = 24 * 60 * 60 * 1000;

/** Files in a folder of this machine. */
export function createFilesInFolder(options: FolderOptions): Files {
  const { folder, checkSpace = () => {} } = options;
  const unfinished = join(folder, '.unfinished');
  const pathOf = (key: string) => join(folder, checkedKey(key));
  let prepared: Promise<void> | undefined;

  return {
    put: async (key, data) => {
      checkSpace();
      const target = pathOf(key);
      prepared ??= prepare(unfinished).catch((error: unknown) => {
        prepared = undefined;
        throw error;
      });
      await prepared;
      const temporary = join(unfinished, randomUUID());
      try {
        const file = await open(temporary, 'wx');
        try {
          await file.writeFile(ArrayBuffer.isView(data) ? data : checked(data, checkSpace));
          // A file must be on disk before it gets its name, or a power failure could leave a name without content.
          await file.datasync();
        } finally {
          await file.close();
        }
        await renameInto(temporary, target);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    get: async (key, part) => {
      const file = await open(pathOf(key)).catch(absentIsNotFound);
      return file.createReadStream(part);
    },
    size: async (key) => (await stat(pathOf(key)).catch(absentIsNotFound)).size,
    exists: async (key) => stat(pathOf(key)).then((found) => found.isFile(), absentIsFalse),
    move: async (from, to) => renameInto(pathOf(from), pathOf(to)).catch(absentIsNotFound),
    delete: async (key) => rm(pathOf(key), { force: true }),
    deleteFolder: async (key) => rm(pathOf(key), { force: true, recursive: true }),
    url: async (key, fileName, expiresInSeconds) =>
      `${options.publicUrl}${signedFileUrl(options, checkedKey(key), fileName, expiresInSeconds)}`,
  };
}

/** Tries first without creating the folder, as it usually exists. */
async function renameInto(from: string, to: string): Promise<void> {
  await rename(from, to).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await mkdir(dirname(to), { recursive: true });
    await rename(from, to);
  });
}

/** A long write may fill the disk while it runs. */
async function* checked(data: Readable, checkSpace: () => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of data) {
    checkSpace();
    yield chunk;
  }
}

/** Removes leftovers of killed processes, but not files that another server is writing into the same folder. */
async function prepare(unfinished: string): Promise<void> {
  await mkdir(unfinished, { recursive: true });
  for (const name of await readdir(unfinished)) {
    const path = join(unfinished, name);
    const age = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > unfinishedFor) await rm(path, { force: true });
  }
}

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

function absentIsNotFound(error: unknown): never {
  throw isAbsent(error) ? new AppError('not_found', { cause: error }) : error;
}

function absentIsFalse(error: unknown): false {
  if (isAbsent(error)) return false;
  throw error;
}
