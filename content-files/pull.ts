import { hashOf, type Pulled, readPulled, removeFile, writePulled, writeText } from './folder.ts';
import type { ContentOptions } from './options.ts';
import { templateOfPath } from './paths.ts';
import { readText } from './read-file.ts';
import { type RemoteFile, readMenu, readTemplate, type Source, templateIds } from './remote-content.ts';
import { isUnedited } from './schema-files.ts';

/** What a pull did, by path. */
export interface PullResult {
  written: string[];
  removed: string[];
  /** Files that were edited since the last pull, and differ from the server's. */
  edited: string[];
  /** The number of files that were as they are on the server. */
  unchanged: number;
}

/** Writes the server's content into the folder, file by file; only what differs. Edited files are kept unless `force` is set. */
export async function pull(
  source: Source,
  { folder, templates, force }: Pick<ContentOptions, 'folder' | 'templates' | 'force'>,
): Promise<PullResult> {
  const before = readPulled(folder);
  const pulled: Pulled = { ...before };
  const result: PullResult = { written: [], removed: [], edited: [], unchanged: 0 };
  const isEdited = (path: string, text: string) => !force && hashOf(text) !== before[path] && !isUnedited(folder, path);
  const write = ({ path, text }: RemoteFile) => {
    const local = readText(folder, path);
    if (local === text) result.unchanged += 1;
    else if (local !== undefined && isEdited(path, local)) {
      result.edited.push(path);
      return;
    } else {
      writeText(folder, path, text);
      result.written.push(path);
    }
    pulled[path] = hashOf(text);
  };
  const remove = (path: string) => {
    const local = readText(folder, path);
    if (local !== undefined && isEdited(path, local)) {
      result.edited.push(path);
      return;
    }
    if (local !== undefined) {
      removeFile(folder, path);
      result.removed.push(path);
    }
    delete pulled[path];
  };
  const ids = await templateIds(source, templates);
  const pathsBefore = Map.groupBy(Object.keys(before), templateOfPath);
  for (const id of ids) {
    const template = await readTemplate(source, id);
    const now = [template, ...template.items.values()];
    const paths = new Set(now.map(({ path }) => path));
    // Removed first: on a file system that ignores case, an old name may be that of a new file.
    for (const path of pathsBefore.get(id) ?? []) if (!paths.has(path)) remove(path);
    now.forEach(write);
  }
  if (templates.length === 0) {
    write(await readMenu(source));
    for (const [id, paths] of pathsBefore) if (id !== undefined && !ids.includes(id)) paths.forEach(remove);
  }
  writePulled(folder, pulled);
  return result;
}
