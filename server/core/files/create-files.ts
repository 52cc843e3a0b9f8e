import { join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import type { FreeSpace } from '../base/free-space.ts';
import type { Environment } from '../environment/environment.ts';
import type { Secrets } from '../environment/secrets.ts';
import type { Files } from './files.ts';
import { createFilesInBucket } from './files-in-bucket.ts';
import { createFilesInFolder } from './files-in-folder.ts';

/** The dependencies of a file store. */
interface FilesParts {
  config: Environment;
  secrets: Secrets;
  clock: Clock;
  freeSpace: FreeSpace;
}

/** The configured file store: the bucket if one is set, otherwise `files` in the data folder. */
export function createFiles({ config, secrets, clock, freeSpace }: FilesParts): Files {
  if (config.bucket) return createFilesInBucket(config.bucket);
  return createFilesInFolder({
    folder: join(config.dataDir, 'files'),
    publicUrl: config.publicUrl,
    sign: secrets.sign,
    now: clock.now,
    checkSpace: freeSpace.check,
  });
}
