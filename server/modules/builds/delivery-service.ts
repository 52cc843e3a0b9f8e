import { plainGameVersion } from '@quartermaster/contract/game-version.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import { sharedReads } from '../../core/database/shared-reads.ts';
import { imageContentType, imageKey } from '../../core/files/image-key.ts';
import { getImage } from '../images/repository.ts';
import { findChannelManifest } from './channels-repository.ts';
import { type BuildContent, findContent, findManifest, type ServedFile } from './repository.ts';

/** An image of the project; `image` is its key in the store. */
interface ServedImage {
  image: string;
  sha256: string;
  bytes: number;
  contentType: string;
}

type Needs = Pick<Deps, 'database'>;

/** The manifest of a build; throws 404 if the instance has no such build. */
export async function openManifest({ database }: Needs, instanceId: number, buildId: number): Promise<ServedFile> {
  const found = await findManifest(sharedReads(database), instanceId, buildId);
  if (!found) throw new AppError('not_found', { message: 'This instance has no such build, or not any more.' });
  return found;
}

/** The manifest of a channel for a version of the game; throws 404 if it has no build that fits. */
export async function openChannel(
  { database }: Needs,
  { instanceId, channel, game_version: version }: { instanceId: number; channel: string; game_version?: string },
): Promise<ServedFile> {
  const gameVersion = version === undefined ? undefined : plainGameVersion(version);
  const found = await findChannelManifest(sharedReads(database), { instanceId, channel, gameVersion });
  if (found) return found;
  throw new AppError('not_found', {
    message:
      gameVersion === undefined
        ? `This instance has no channel ${channel}.`
        : `The channel ${channel} has no build for version ${gameVersion} of the game.`,
  });
}

/** The file of a build, or the image, with this content; throws 404 if the instance has none. */
export async function openContent(
  { database }: Needs,
  { instanceId, projectId }: { instanceId: number; projectId: number },
  sha256: string,
): Promise<BuildContent | ServedImage> {
  const query = sharedReads(database);
  const found = await findContent(query, instanceId, sha256);
  if (found) return found;
  for (const path of [`${sha256}.png`, `${sha256}.jpg`]) {
    const image = await getImage(query, instanceId, path);
    if (image)
      return { image: imageKey(projectId, path), sha256, bytes: image.bytes, contentType: imageContentType(path) };
  }
  throw new AppError('not_found', { message: 'No build of this instance has such a file.' });
}
