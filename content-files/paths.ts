import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { templateIdRules } from '@quartermaster/contract/rules/template-settings.ts';
import { ContentUsageError } from './usage-error.ts';

/** The file of the menu. */
export const menuPath = 'menu.json';

/** The folder of the templates' files. */
export const templatesFolder = 'templates';

/** The folder of the folders of items. */
export const itemsRoot = 'items';

/** The folder of a template's items. */
export const itemsFolder = (templateId: string): string => `${itemsRoot}/${templateId}`;

/** The file of a template. */
export const templatePath = (templateId: string): string => `${templatesFolder}/${templateId}.json`;

/** The template that a file belongs to; undefined for the menu. */
export const templateOfPath = (path: string): string | undefined =>
  /^(?:items\/([^/]+)\/[^/]+|templates\/([^/]+))\.json$/.exec(path)?.slice(1).find(Boolean);

/** Throws if a template's id, from the folder or the server, is none: paths and addresses are made of it. */
export function checkTemplateId(id: unknown): string {
  if (typeof id === 'string' && Object.values(templateIdRules).every(({ isKept }) => isKept(id))) return id;
  throw new ContentUsageError(`${JSON.stringify(id)} is no id of a template.`);
}

/** Throws if the path is not that of a file with content. */
export function checkContentPath(path: string): string {
  const templateId = templateOfPath(path);
  if (templateId !== undefined) checkTemplateId(templateId);
  else if (path !== menuPath) throw new ContentUsageError(`${JSON.stringify(path)} is no path of a file with content.`);
  return path;
}

/** No `..`, no separators and drives of Windows, no control characters. */
const isName = (name: string): boolean => /^(?!\.{1,2}$)[^/\\:\p{Cc}]+$/u.test(name);

/**
 * The place of a path with `/` in the folder. Throws if it is outside of it, or behind a link: a folder from a repository could have
 * files of this machine read, replaced or removed otherwise.
 */
export function locate(folder: string, path: string): string {
  let location = folder;
  const names = path.split('/');
  for (const [at, name] of names.entries()) {
    if (!isName(name)) throw new ContentUsageError(`${JSON.stringify(path)} is no path in the folder.`);
    location = join(location, name);
    const found = lstatSync(location, { throwIfNoEntry: false });
    if (found && !found.isDirectory() && !(found.isFile() && at === names.length - 1))
      throw new ContentUsageError(
        `${names.slice(0, at + 1).join('/')} is a link or a special file. Links are not followed.`,
      );
  }
  return location;
}

/** The names in a folder of the folder, sorted; none if it does not exist. */
export function listNames(folder: string, path: string): string[] {
  const location = locate(folder, path);
  return lstatSync(location, { throwIfNoEntry: false }) ? readdirSync(location).toSorted() : [];
}
