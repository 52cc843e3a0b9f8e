import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../base/errors.ts';
import { randomToken } from './secrets.ts';

/** The secret key of a data folder: generated at the first start, readable only by its owner. */
export function secretOf(dataDir: string): string {
  const file = join(dataDir, 'secret');
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, randomToken(), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') {
      throw new StartError(
        `The data folder ${dataDir} cannot be written (${code}). Make it writable, or set DATA_DIR to another folder.`,
        { cause: error },
      );
    }
  }
  return readFileSync(file, 'utf8');
}
