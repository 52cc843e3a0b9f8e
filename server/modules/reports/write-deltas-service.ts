import { buffer } from 'node:stream/consumers';
import { constants, createZstdCompress } from 'node:zlib';
import type { Deps } from '../../core/app/deps.ts';
import type { Query } from '../../core/database/database.ts';
import { encodedKey } from '../../core/files/compressed-file.ts';
import { deltaPath, type EarlierFile, listDeltas, listEarlierFiles } from '../builds/deltas-repository.ts';
import { announceBuildFile } from './build-files-repository.ts';
import type { BuildFile, RunningReport } from './export-repository.ts';
import { keepFile } from './keep-file.ts';
import { lockShared } from './shared-files-repository.ts';
import { storeText, type WrittenFile } from './store-text.ts';

/**
 * For which files deltas are made. An older file is held in memory, twice by zstd, so larger ones have none; and an export makes no
 * more of them than it reads these bytes for, those from the newest builds first. A delta has to save some bytes of the compressed
 * file, and half of them: its entry in the manifest has a size, too.
 */
export const deltaLimits = { builds: 5, fileBytes: 8 * 1024 * 1024, readBytes: 128 * 1024 * 1024, savedBytes: 1024 };

/** A delta in a manifest: from the file with one hash to that with another one. */
interface Delta extends WrittenFile {
  from: string;
}

/** Where an attempt writes. */
interface Attempt {
  folder: string;
  attempt: string;
  signal: AbortSignal;
}

type Needs = Pick<Deps, 'database' | 'unit' | 'files'>;

/** Makes deltas from the files of the last builds to those of this one; by the hashes of this one's files. */
export async function writeDeltas(
  deps: Needs,
  report: RunningReport,
  listed: readonly BuildFile[],
  attempt: Attempt,
): Promise<ReadonlyMap<string, readonly Delta[]>> {
  const { query } = deps.database;
  const { id: reportId, instance_id: instanceId } = report;
  const earlier = await listEarlierFiles(query, { instanceId, reportId, files: listed, ...deltaLimits });
  const known = await listDeltas(query, { instanceId, reportId, paths: earlier.map(deltaPath), ...deltaLimits });
  const deltas = new Map<string, Delta[]>();
  let room = deltaLimits.readBytes;
  for (const each of earlier) {
    attempt.signal.throwIfAborted();
    let delta = await takeOver(deps, report, known.get(deltaPath(each)));
    if (!delta && each.bytes + each.next_bytes <= room) {
      room -= each.bytes + each.next_bytes;
      delta = await writeDelta(deps, report, each, attempt);
    }
    if (!delta) continue;
    const { sha256, bytes } = delta;
    deltas.set(each.next_sha256, [...(deltas.get(each.next_sha256) ?? []), { from: each.sha256, sha256, bytes }]);
  }
  return deltas;
}

/** Takes over a delta of an earlier build; undefined if there is none any more. */
async function takeOver(
  { unit, files }: Needs,
  { id: reportId, instance_id: instanceId }: RunningReport,
  known: BuildFile | undefined,
): Promise<WrittenFile | undefined> {
  if (!known || !(await files.exists(known.file))) return undefined;
  const isTaken = await unit(
    async ({ query }) =>
      (await lockShared(query, { instanceId, reportId, sha256: known.sha256 }, known.file)) &&
      announceBuildFile(query, { reportId, ...known }),
  );
  return isTaken ? known : undefined;
}

/** Undefined if the older file is lost, or the delta saves too little. */
async function writeDelta(
  deps: Needs,
  report: RunningReport,
  each: EarlierFile,
  { folder, attempt, signal }: Attempt,
): Promise<WrittenFile | undefined> {
  const { files } = deps;
  const { id: reportId, instance_id: instanceId } = report;
  if (!(await files.exists(each.file))) return undefined;
  const file = `${folder}/delta-${attempt}-${each.sha256.slice(0, 16)}.zst`;
  const written = await compress(files, each, file, signal);
  const fullBytes = await files.size(encodedKey(each.next_file, 'br'));
  if (fullBytes - written.bytes < deltaLimits.savedBytes || written.bytes > fullBytes / 2) {
    await files.delete(file);
    return undefined;
  }
  const take = (query: Query, key: string) =>
    announceBuildFile(query, { reportId, path: deltaPath(each), file: key, ...written });
  // Each attempt writes the same bytes, so all may use one key.
  const delta = { file, suffix: `r${reportId}`, isDelta: true, announce: take, take };
  return (await keepFile(deps, { instanceId, reportId, sha256: written.sha256, ...delta })) ? written : undefined;
}

async function compress(
  files: Needs['files'],
  { file: from, next_file: to, next_bytes: bytes }: EarlierFile,
  key: string,
  signal: AbortSignal,
): Promise<WrittenFile> {
  const dictionary = await buffer(await files.get(from));
  const source = await files.get(to);
  const compressed = createZstdCompress({
    dictionary,
    pledgedSrcSize: bytes,
    params,
  });
  source.on('error', (error) => compressed.destroy(error));
  try {
    return await (await storeText(files, key, source.pipe(compressed), signal)).stored();
  } finally {
    source.destroy();
    compressed.destroy();
  }
}

const params = {
  [constants.ZSTD_c_compressionLevel]: 3,
  // The older file can be referred to from everywhere in the newer one.
  [constants.ZSTD_c_windowLog]: Math.log2(2 * deltaLimits.fileBytes),
  // Of a dictionary with more than 8 bytes per place in the larger of these tables, zstd would use the end only.
  [constants.ZSTD_c_hashLog]: Math.log2(deltaLimits.fileBytes / 8),
  [constants.ZSTD_c_chainLog]: 16,
};
