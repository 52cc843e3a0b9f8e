import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import { imageContentType, imageKey } from '../../core/files/image-key.ts';
import { getImage } from '../images/repository.ts';
import { findContent, findManifest, type ServedFile } from './repository.ts';

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
  const found = await findManifest(database.query, instanceId, buildId);
  if (!found) throw new AppError('not_found', { message: 'This instance has no such build, or not any more.' });
  return found;
}

/** The file of a build, or the image, with this content; throws 404 if the instance has none. */
export async function openContent(
  { database: { query } }: Needs,
  { instanceId, projectId }: { instanceId: number; projectId: number },
  sha256: string,
): Promise<ServedFile | ServedImage> {
  const found = await findContent(query, instanceId, sha256);
  if (found) return found;
  for (const path of [`${sha256}.png`, `${sha256}.jpg`]) {
    const image = await getImage(query, instanceId, path);
    if (image)
      return { image: imageKey(projectId, path), sha256, bytes: image.bytes, contentType: imageContentType(path) };
  }
  throw new AppError('not_found', { message: 'No build of this instance has such a file.' });
}
