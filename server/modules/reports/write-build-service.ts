import { createHash } from 'node:crypto';
import type { Deps } from '../../core/app/deps.ts';
import { compressFile } from '../../core/files/compressed-file.ts';
import { exportedFileName } from '../../core/files/exported-file-name.ts';
import { signManifest } from '../builds/signing-service.ts';
import {
  type BuildFile,
  type ExportedFile,
  listExportedFiles,
  type RunningReport,
  type WrittenBuild,
} from './export-repository.ts';
import { keepText } from './keep-text.ts';
import { buildSchemaHash } from './schema-hash.ts';
import { writeDeltas } from './write-deltas-service.ts';
import { imageBatches, type Listed } from './write-manifest.ts';
import { writeTypes } from './write-types-service.ts';

/** The path of the list of images in a build; no template has it. */
const imageList = 'images/index.json';

interface Attempt {
  /** Of the report. */
  folder: string;
  /** Makes the keys of its files unique. */
  attempt: string;
  signal: AbortSignal;
}

type Needs = Pick<Deps, 'database' | 'unit' | 'files' | 'clock' | 'secrets' | 'log'>;

/** Writes the list of images, the types and the signed manifest of a build, whose other files are those of the report's steps. */
export async function writeBuild(deps: Needs, report: RunningReport, attempt: Attempt): Promise<WrittenBuild> {
  const { database, files } = deps;
  const exported = await listExportedFiles(database.query, report.id);
  const images = await writeImageList(deps, report, exported, attempt);
  const listed: BuildFile[] = exported.map((file) => ({
    path: exportedFileName(file),
    file: file.file,
    sha256: file.sha256,
    bytes: file.bytes,
  }));
  if (images) listed.push(images);
  const deltas = await writeDeltas(deps, report, listed, attempt);
  const types = await writeTypes(deps, report, exported, attempt);
  const schemaSha256 = buildSchemaHash(
    exported.flatMap(({ language, template_id, schema_sha256 }) =>
      language === null ? { template_id, schema_sha256: schema_sha256 ?? '' } : [],
    ),
  );
  const text = JSON.stringify({
    format: 1,
    build: report.id,
    instance: report.instance_id,
    created_at: report.created_at.toISOString(),
    schema_sha256: schemaSha256,
    smallest_game_version: report.smallest_game_version,
    files: listed.map(({ path, sha256, bytes }) => ({ path, sha256, bytes, deltas: deltas.get(sha256) })),
    // Not among the files, which games fetch.
    types: types.length > 0 ? types.map(({ path, sha256, bytes }) => ({ path, sha256, bytes })) : undefined,
  });
  const signed = Buffer.from(
    JSON.stringify({ manifest: text, signatures: await signManifest(deps, report.project_id, text) }),
  );
  const file = `${attempt.folder}/build-${attempt.attempt}.json`;
  await files.put(file, signed);
  await compressFile(files, file);
  const manifest = { file, sha256: createHash('sha256').update(signed).digest('hex'), bytes: signed.length };
  return { manifest, schemaSha256, files: [...listed, ...types] };
}

/** Undefined if the build has no images. */
function writeImageList(
  deps: Needs,
  report: RunningReport,
  exported: readonly ExportedFile[],
  { folder, attempt, signal }: Attempt,
): Promise<BuildFile | undefined> {
  const pieces = listText(imageBatches(deps.database.query, deps.files, report.instance_id, exported));
  return keepText(deps, report, { path: imageList, file: `${folder}/images-${attempt}.json`, pieces }, signal);
}

/** A JSON array with one image per line; nothing without any. */
async function* listText(batches: AsyncIterable<Listed[]>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const images of batches) {
    if (images.length === 0) continue;
    yield before + images.map((image) => JSON.stringify(image)).join(',\n');
    before = ',\n';
  }
  if (before !== '[\n') yield '\n]\n';
}
