import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type ItemRecord, idOf } from './item-files.ts';
import { checkContentPath, checkTemplateId, itemsFolder, itemsRoot, listNames, locate } from './paths.ts';
import { parseObject, readText } from './read-file.ts';

/** The folder of what was pulled last; it ignores itself in git. */
const stateFolder = '.quartermaster';
const stateFile = `${stateFolder}/pulled.json`;

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

/** The state of the last pull. A repository could contain one, so that its paths are checked: a pull removes files by them. */
export function readPulled(folder: string): Pulled {
  const pulled = parseObject(stateFile, readText(folder, stateFile) ?? '{}');
  return Object.fromEntries(Object.entries(pulled).map(([path, hash]) => [checkContentPath(path), String(hash)]));
}

export function writePulled(folder: string, pulled: Pulled): void {
  writeText(folder, `${stateFolder}/.gitignore`, '*\n');
  writeText(folder, stateFile, JSON.stringify(pulled));
}

export function writeText(folder: string, path: string, text: string): void {
  const file = locate(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

export const removeFile = (folder: string, path: string): void => rmSync(locate(folder, path), { force: true });

/** The ids of the templates whose items have a folder. */
export function localItemFolders(folder: string): string[] {
  return listNames(folder, itemsRoot).filter((name) => {
    const isFolder = lstatSync(locate(folder, `${itemsRoot}/${name}`)).isDirectory();
    return isFolder && checkTemplateId(name);
  });
}

/** The files of a template's items in the folder, in the order of their names. */
export function readItems(folder: string, templateId: string): LocalItem[] {
  const folderPath = itemsFolder(templateId);
  const names = listNames(folder, folderPath).filter((name) => name.endsWith('.json'));
  const pulled = names.length > 0 ? readPulled(folder) : {};
  return names.map((name) => {
    const path = `${folderPath}/${name}`;
    const text = readText(folder, path) ?? '';
    const record = parseObject(path, text);
    return { path, record, id: idOf(record), isEdited: hashOf(text) !== pulled[path] };
  });
}
