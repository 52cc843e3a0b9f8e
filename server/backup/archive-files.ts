import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../core/base/errors.ts';
import { encodedKey } from '../core/files/compressed-file.ts';
import { checkedKey, type Files } from '../core/files/files.ts';
import { ArchiveError } from './archive-error.ts';
import type { StoredFile } from './file-keys.ts';
import type { Manifest } from './manifest.ts';
import { readPart, type WrittenRows, writeParts } from './parts.ts';
import { writeDurably } from './write-durably.ts';

/** A file in an archive, under `files/` and its key. */
interface ArchivedFile {
  key: string;
  bytes: number;
  sha256: string;
}

const filesFolder = 'files';

/** What was copied by this run and earlier ones, a line each: a run that begins again copies only the others. */
const journalFile = 'files.journal';

/** How many damaged files are named. */
const mostNamed = 1000;

interface Copied extends WrittenRows {
  bytes: number;
  copied: number;
  damaged: Manifest['damaged'];
}

/** Copies files from the store into an archive, and writes the list of them as parts. */
export async function archiveFiles(
  files: Files,
  folder: string,
  { stored, name }: { stored: AsyncIterable<StoredFile>; name: string },
): Promise<Copied> {
  const known = await readJournal(folder);
  const damaged: Manifest['damaged'] = { count: 0, first: [] };
  const listed = new Set<string>();
  const found = { bytes: 0, copied: 0 };
  const report = (key: string) => {
    damaged.count += 1;
    if (damaged.first.length < mostNamed) damaged.first.push(key);
  };
  const copyOne = async (key: string, expected: string | null, isOptional: boolean): Promise<string[]> => {
    const before = known.get(key);
    const present = before && (await isPresent(folder, before)) ? before : undefined;
    const file = present ?? (await fetchFile(files, folder, checkedKey(key)));
    if (!file) {
      if (!isOptional) report(key);
      return [];
    }
    if (!present) {
      found.copied += 1;
      await appendFile(join(folder, journalFile), `${JSON.stringify(file)}\n`, { mode: 0o600 });
    }
    if (expected !== null && file.sha256 !== expected) report(key);
    listed.add(key);
    found.bytes += file.bytes;
    return [JSON.stringify(file)];
  };
  const rows = async function* () {
    for await (const { key, sha256, isOptional, hasVariants } of stored) {
      yield* await copyOne(key, sha256, isOptional);
      if (!hasVariants) continue;
      for (const encoding of ['br', 'gzip'] as const) yield* await copyOne(encodedKey(key, encoding), null, isOptional);
    }
  };
  const written = await writeParts(folder, name, rows());
  return { ...written, ...found, damaged };
}

/** Removes files that the archive does not list any more. */
export async function removeUnlisted(folder: string, { parts }: Pick<Manifest['files'], 'parts'>): Promise<void> {
  const listed = new Map<string, ArchivedFile>();
  for await (const file of readFileList(folder, { parts })) listed.set(file.key, file);
  for (const key of await listKeys(folder)) if (!listed.has(key)) await rm(pathOf(folder, key), { force: true });
  const lines = [...listed.values()].map((file) => `${JSON.stringify(file)}\n`);
  await writeDurably(join(folder, `${journalFile}.new`), lines.join(''));
  await rename(join(folder, `${journalFile}.new`), join(folder, journalFile));
}

/** Throws an `ArchiveError` if a file is missing or has other bytes. */
export async function checkFiles(folder: string, { parts }: Manifest['files']): Promise<void> {
  for await (const file of readFileList(folder, { parts }))
    if (!(await isPresent(folder, file)))
      throw new ArchiveError(`files/${file.key} of the archive is missing or damaged. Use another backup.`);
}

/** Puts the files of an archive into the store, under a key of their own or another one, and reads each back; one that is there stays. */
export async function restoreFiles(
  files: Files,
  folder: string,
  { parts }: Manifest['files'],
  toKey: (key: string) => string = (key) => key,
): Promise<void> {
  for await (const { key, ...content } of readFileList(folder, { parts })) {
    const file = { key: toKey(key), ...content };
    if (await isInStore(files, file)) continue;
    await files.put(file.key, createReadStream(pathOf(folder, key)));
    if (!(await isInStore(files, file)))
      throw new ArchiveError(
        `The file store has not kept ${file.key} as it was written. Check the disk or the bucket.`,
      );
  }
}

const pathOf = (folder: string, key: string): string => join(folder, filesFolder, checkedKey(key));

/** Keys are checked: nothing in an archive is trusted as a path. */
async function* readFileList(
  folder: string,
  { parts }: Pick<Manifest['files'], 'parts'>,
): AsyncGenerator<ArchivedFile> {
  for (const part of parts)
    for (const line of await readPart(folder, part)) {
      const file = toFile(line);
      if (!file)
        throw new ArchiveError(`${part.file} of the archive names a file that cannot be one. Use another backup.`);
      yield file;
    }
}

function toFile(line: string): ArchivedFile | undefined {
  try {
    const { key, bytes, sha256 } = JSON.parse(line) as ArchivedFile;
    if (typeof bytes !== 'number' || !/^[0-9a-f]{64}$/.test(sha256)) return undefined;
    return { key: checkedKey(key), bytes, sha256 };
  } catch {
    return undefined;
  }
}

async function readJournal(folder: string): Promise<Map<string, ArchivedFile>> {
  const text = await readFile(join(folder, journalFile), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  // The last line may be cut.
  const found = text.split('\n').flatMap((line) => toFile(line) ?? []);
  return new Map(found.map((file) => [file.key, file]));
}

async function hashOf(stream: AsyncIterable<Uint8Array>): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of stream) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function isPresent(folder: string, file: ArchivedFile): Promise<boolean> {
  const found = await hashOf(createReadStream(pathOf(folder, file.key))).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  return found?.sha256 === file.sha256 && found.bytes === file.bytes;
}

async function isInStore(files: Files, file: ArchivedFile): Promise<boolean> {
  const stream = await findStored(files, file.key);
  return stream !== undefined && (await hashOf(stream)).sha256 === file.sha256;
}

const findStored = (files: Files, key: string): Promise<Readable | undefined> =>
  files.get(key).catch((error: unknown) => {
    if (error instanceof AppError && error.name === 'not_found') return undefined;
    throw error;
  });

/** Undefined if the store does not have it. */
async function fetchFile(files: Files, folder: string, key: string): Promise<ArchivedFile | undefined> {
  const stream = await findStored(files, key);
  if (!stream) return undefined;
  const target = pathOf(folder, key);
  const unfinished = join(folder, filesFolder, `.${randomUUID()}`);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let bytes = 0;
  const measured = async function* () {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  // Flushed before it gets its name.
  await pipeline(Readable.from(measured()), createWriteStream(unfinished, { mode: 0o600, flush: true }));
  await rename(unfinished, target);
  return { key, bytes, sha256: hash.digest('hex') };
}

/** All files under `files/`, also such that a killed run has left. */
async function listKeys(folder: string): Promise<string[]> {
  const root = join(folder, filesFolder);
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const key = path.slice(root.length + 1);
    if (entry.name.startsWith('.')) await rm(path, { force: true });
    else found.push(key);
  }
  return found;
}
