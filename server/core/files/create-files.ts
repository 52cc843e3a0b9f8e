import { join } from 'node:path';
import type { Deps } from '../deps.ts';
import type { Files } from './files.ts';
import { createFilesInBucket } from './files-in-bucket.ts';
import { createFilesInFolder } from './files-in-folder.ts';

/** The file store of the environment: the bucket where one is named, else `files` in the data folder. */
export function createFiles({
  config,
  secrets,
  clock,
  freeSpace,
}: Pick<Deps, 'config' | 'secrets' | 'clock' | 'freeSpace'>): Files {
  if (config.bucket) return createFilesInBucket(config.bucket);
  return createFilesInFolder({
    folder: join(config.dataDir, 'files'),
    publicUrl: config.publicUrl,
    sign: secrets.sign,
    now: clock.now,
    checkSpace: freeSpace.check,
  });
}
