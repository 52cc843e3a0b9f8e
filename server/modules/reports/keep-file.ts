import type { Deps } from '../../core/app/deps.ts';
import { compressFile, deleteCompressedFile, isCompressedStored } from '../../core/files/compressed-file.ts';
import { sharedFolder } from '../../core/files/export-folder.ts';
import { findShared, lockShared, type SharedContent } from './shared-files-repository.ts';

type Needs = Pick<Deps, 'database' | 'unit' | 'files'>;

/** The content of a file, and who keeps it. */
interface EqualFile extends SharedContent {
  /** True for a delta, which is not compressed once more. */
  isDelta?: boolean;
  /** Stores that the file is now the one with this key; returns false if another attempt was faster. */
  take: (query: Deps['database']['query'], key: string) => Promise<boolean>;
}

/** A written file, and under which key it is kept. */
interface KeptFile extends EqualFile {
  /** Its key so far, in the folder of its report. */
  file: string;
  /** Makes the key of a new shared file unique. */
  suffix: string;
  /** Stores the key before anything has it, so that a crash leaves no unknown file; returns false as `take` does. */
  announce: (query: Deps['database']['query'], key: string) => Promise<boolean>;
}

/**
 * Keeps a written file once for all builds of its instance: an equal one that is stored is taken over, otherwise this one
 * is moved to the shared files and compressed. Returns false, without the file, if another attempt was faster.
 */
export async function keepFile(deps: Needs, stored: KeptFile): Promise<boolean> {
  const { database, unit, files } = deps;
  const { file, take, announce, suffix, isDelta = false, ...content } = stored;
  const takenOver = await takeEqual(deps, stored);
  if (takenOver !== undefined) {
    await files.delete(file);
    return takenOver;
  }
  const key = `${sharedFolder(content.instanceId)}/${content.sha256}-${suffix}${isDelta ? '.zst' : '.json'}`;
  if (!(await announce(database.query, key))) {
    await files.delete(file);
    return false;
  }
  await files.move(file, key);
  if (!isDelta) await compressFile(files, key);
  const taken = await unit(({ query }) => take(query, key));
  if (!taken) await deleteCompressedFile(files, key);
  return taken;
}

/** Takes over the stored file that has this content; undefined if there is none, false if another attempt was faster. */
export async function takeEqual(
  { database, unit, files }: Needs,
  { take, isDelta = false, instanceId, reportId, sha256 }: EqualFile,
): Promise<boolean | undefined> {
  const content = { instanceId, reportId, sha256 };
  const equal = await findShared(database.query, content);
  // Only if it is complete: a store may have lost files.
  if (equal === undefined || !(await (isDelta ? files.exists(equal) : isCompressedStored(files, equal))))
    return undefined;
  return unit(async ({ query }) => ((await lockShared(query, content, equal)) ? take(query, equal) : undefined));
}
