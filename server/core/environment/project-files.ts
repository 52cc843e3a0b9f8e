import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../base/errors.ts';

/** A text of the project from a folder of its sources, or its copy in the build if only that is deployed; throws 404 if there is neither. */
export async function readProjectFile(distDir: string, folder: string, name: string): Promise<string> {
  for (const directory of [join(distDir, '..', folder), join(distDir, 'server', folder)]) {
    const text = await readFile(join(directory, name), 'utf8').catch(() => undefined);
    if (text !== undefined) return text;
  }
  throw new AppError('not_found');
}
