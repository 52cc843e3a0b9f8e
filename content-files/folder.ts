import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ItemRecord, idOf, itemsFolder } from './item-files.ts';
import { ContentUsageError } from './options.ts';

/** The folder of what was pulled last; it ignores itself in git. */
const stateFolder = '.quartermaster';
const stateFile = join(stateFolder, 'pulled.json');

/** The files that a pull wrote, with a hash of each. */
export type Pulled = Record<string, string>;

/** An item's file in the folder. */
export interface LocalItem {
  path: string;
  /** False if it is as the last pull wrote it. */
  isEdited: boolean;
  record: ItemRecord;
  id: number | undefined;
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

export const readPulled = (folder: string): Pulled => JSON.parse(readText(folder, stateFile) ?? '{}');

export function writePulled(folder: string, pulled: Pulled): void {
  writeText(folder, join(stateFolder, '.gitignore'), '*\n');
  writeText(folder, stateFile, JSON.stringify(pulled));
}

/** The text of a file; undefined if there is none. */
export function readText(folder: string, path: string): string | undefined {
  try {
    // An editor on Windows, or git, may have changed the line ends.
    return readFileSync(join(folder, path), 'utf8').replaceAll('\r\n', '\n');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

export function writeText(folder: string, path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

export const removeFile = (folder: string, path: string): void => rmSync(join(folder, path), { force: true });

/** The ids of the templates whose items have a folder. */
export function localItemFolders(folder: string): string[] {
  const place = join(folder, itemsFolder(''));
  const entries = existsSync(place) ? readdirSync(place, { withFileTypes: true }) : [];
  return entries.flatMap((entry) => (entry.isDirectory() ? entry.name : [])).toSorted();
}

/** The files of a template's items in the folder, in the order of their names. */
export function readItems(folder: string, templateId: string): LocalItem[] {
  const place = itemsFolder(templateId);
  if (!existsSync(join(folder, place))) return [];
  const pulled = readPulled(folder);
  const names = readdirSync(join(folder, place)).filter((name) => name.endsWith('.json'));
  return names.toSorted().map((name) => {
    const path = `${place}/${name}`;
    const text = readText(folder, path) ?? '';
    const record = parseObject(path, text);
    return { path, record, id: idOf(record), isEdited: hashOf(text) !== pulled[path] };
  });
}

/** The object that a file has. */
export function parseObject(path: string, text: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new ContentUsageError(`${path} is not well-formed JSON: ${error instanceof Error ? error.message : error}`);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new ContentUsageError(`${path} is not an object of fields.`);
  return parsed as Record<string, unknown>;
}
