import { buffer } from 'node:stream/consumers';
import { type SmallImageSize, smallImageSizes } from '@quartermaster/contract/content/image-limits.ts';
import type { Deps } from '../../core/app/deps.ts';
import { createTurns } from '../../core/base/turns.ts';
import { imageKey } from '../../core/files/image-key.ts';

/** A small variant of an image: its key in the file store and its size in bytes. */
export interface SmallImage {
  key: string;
  bytes: number;
}

/** Shrinking takes up to 4 bytes a pixel of memory; with so many in turn, others get the original. */
const limits = { atOnce: 1, waiting: 1000 };

/** Of 100: smaller files show artefacts around the shapes of icons. */
const quality = 82;

/**
 * Finds the small variants of images, WebP files next to the originals. Each is made once, when it is first requested; undefined for an
 * image that cannot be shrunk now or at all, whose original stands in.
 */
export function createSmallImages({ files, log }: Pick<Deps, 'files' | 'log'>) {
  const turns = createTurns(limits);
  const pending = new Map<string, Promise<SmallImage | undefined>>();

  const make = async (original: string, key: string, size: SmallImageSize): Promise<SmallImage> => {
    const image = await turns(async () => shrink(await buffer(await files.get(original)), size));
    await files.put(key, image);
    return { key, bytes: image.length };
  };

  return async (projectId: number, path: string, size: SmallImageSize): Promise<SmallImage | undefined> => {
    const key = imageKey(projectId, `${path.split('.')[0]}.${size}.webp`);
    if (await files.exists(key)) return { key, bytes: await files.size(key) };
    const known = pending.get(key);
    if (known) return known;
    const made = make(imageKey(projectId, path), key, size)
      .catch((error: unknown) => {
        log.warn({ err: error, key }, 'An image could not be made smaller');
        return undefined;
      })
      .finally(() => pending.delete(key));
    pending.set(key, made);
    return made;
  };
}

/** The image within a square of so many pixels, upright, as WebP; a smaller one keeps its size. */
async function shrink(original: Buffer, size: SmallImageSize): Promise<Buffer> {
  // Loaded with the first image: it is native code of 18 MB.
  const { ResizeFilterType, ResizeFit, Transformer } = await import('@napi-rs/image');
  const { width, height } = await new Transformer(original).metadata();
  const image = new Transformer(original).rotate();
  const side = smallImageSizes[size];
  if (Math.max(width, height) > side)
    image.resize({ width: side, height: side, filter: ResizeFilterType.Lanczos3, fit: ResizeFit.Inside });
  return image.webp(quality);
}
