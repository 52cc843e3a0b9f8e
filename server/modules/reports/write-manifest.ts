import type { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { imagePathPattern } from '@quartermaster/contract/field-types/image.ts';
import type { Deps } from '../../core/app/deps.ts';
import type { Query } from '../../core/database/database.ts';
import { exportedFileName } from '../../core/files/exported-file-name.ts';
import type { Files } from '../../core/files/files.ts';
import {
  type ExportedFile,
  getLastManifest,
  listExportedFiles,
  listImageSizes,
  type RunningReport,
} from './export-repository.ts';
import { storeText, type WrittenFile } from './store-text.ts';

/** How many images are looked up and written at a time. */
const batch = 1000;

/**
 * Writes the manifest of an export: its files, and the images that its items use. Written once, so that requests for it
 * are served from a file. If no file has changed since the last export, its manifest is copied, which keeps its ETag.
 */
export async function writeManifest(
  { database: { query }, files }: Pick<Deps, 'database' | 'files'>,
  report: RunningReport,
  key: string,
  signal: AbortSignal,
): Promise<WrittenFile> {
  const exported = await listExportedFiles(query, report.id);
  const unchanged = await findUnchangedManifest({ query, files }, report.instance_id, exported);
  const text = unchanged
    ? (await files.get(unchanged)).setEncoding('utf8')
    : manifestText(report, exported, imageBatches(query, files, report.instance_id, exported));
  return (await storeText(files, key, text, signal)).stored();
}

/** Key of the last export's manifest if that export has the same files. */
async function findUnchangedManifest(
  { query, files }: { query: Query; files: Files },
  instanceId: number,
  exported: readonly ExportedFile[],
): Promise<string | undefined> {
  const last = await getLastManifest(query, instanceId);
  if (!last) return undefined;
  const contentOf = (list: readonly ExportedFile[]) => list.map((file) => [exportedFileName(file), file.sha256]);
  const isUnchanged = isDeepStrictEqual(contentOf(exported), contentOf(await listExportedFiles(query, last.id)));
  return isUnchanged && (await files.exists(last.manifest)) ? last.manifest : undefined;
}

/** A file in a manifest. */
export interface Listed {
  file: string;
  sha256: string;
  bytes: number;
}

async function* manifestText(
  report: RunningReport,
  exported: readonly ExportedFile[],
  images: AsyncIterable<Listed[]>,
): AsyncGenerator<string> {
  const head = {
    instance_id: report.instance_id,
    report_id: report.id,
    created_at: report.created_at.toISOString(),
    files: exported.map((file): Listed => ({ file: exportedFileName(file), sha256: file.sha256, bytes: file.bytes })),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"images":[`;
  let before = '';
  for await (const listed of images) {
    if (listed.length === 0) continue;
    yield before + listed.map((image) => JSON.stringify(image)).join();
    before = ',';
  }
  yield ']}';
}

/** The images of a report in batches, each once. */
export async function* imageBatches(
  query: Query,
  files: Files,
  instanceId: number,
  exported: readonly ExportedFile[],
): AsyncGenerator<Listed[]> {
  let paths: string[] = [];
  for await (const path of imagePaths(files, exported)) {
    paths.push(path);
    if (paths.length < batch) continue;
    yield describe(query, instanceId, paths);
    paths = [];
  }
  yield describe(query, instanceId, paths);
}

async function describe(query: Query, instanceId: number, paths: readonly string[]): Promise<Listed[]> {
  if (paths.length === 0) return [];
  const sizes = new Map((await listImageSizes(query, instanceId, paths)).map(({ path, bytes }) => [path, bytes]));
  return paths.flatMap((path) => {
    const bytes = sizes.get(path);
    const [sha256 = ''] = path.split('.');
    return bytes === undefined ? [] : [{ file: `images/${path}`, sha256, bytes }];
  });
}

/**
 * Paths of images, each once, from the exported files: only items of the reserved template have any, one item per line.
 */
async function* imagePaths(files: Files, exported: readonly ExportedFile[]): AsyncGenerator<string> {
  const images = exported.find(({ template_id }) => template_id === imageTemplate.id);
  if (!images) return;
  const known = new Set<string>();
  for await (const line of linesOf(await files.get(images.file))) {
    if (!line.startsWith('{')) continue;
    const item = JSON.parse(line.replace(/,$/, '')) as Record<string, unknown>;
    for (const value of Object.values(item)) {
      if (typeof value !== 'string' || !imagePathPattern.test(value) || known.has(value)) continue;
      known.add(value);
      yield value;
    }
  }
}

async function* linesOf(file: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of file.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
