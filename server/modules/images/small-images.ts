import { buffer } from 'node:stream/consumers';
import { fitsImage, type SmallImageSize, smallImageSizes } from '@quartermaster/contract/content/image-limits.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import { createTurns } from '../../core/base/turns.ts';
import { imageKey } from '../../core/files/image-key.ts';
import { bytesOfAlpha, divideByAlpha, multiplyByAlpha, toRgba } from './alpha.ts';

/** A small variant of an image: its key in the file store and its size in bytes. */
export interface SmallImage {
  key: string;
  bytes: number;
}

/** With so many in turn, in all or of a project, others get the original. */
const limits = { atOnce: 1, waiting: 400, ofOne: 200 };

/** So many images that cannot be shrunk are remembered; more are tried again. */
const mostFailed = 1000;

/** Weighing colours by alpha takes up to 12 bytes a pixel more than shrinking does: larger images keep their edges. */
const mostWeighed = 8_000_000;

/** Of 100: smaller files show artefacts around the shapes of icons. */
const quality = 82;

/**
 * Finds the small variants of images, WebP files next to the originals. Each is made once, when it is first requested; undefined for an
 * image that cannot be shrunk now or at all, whose original stands in.
 */
export function createSmallImages({ files, log }: Pick<Deps, 'files' | 'log'>) {
  const turns = createTurns(limits);
  const pending = new Map<string, Promise<SmallImage | undefined>>();

  const failed = new Set<string>();

  const make = async (
    original: string,
    key: string,
    { size, projectId }: { size: SmallImageSize; projectId: number },
  ) => {
    const image = await turns(async () => shrink(await buffer(await files.get(original)), size), { key: projectId });
    await files.put(key, image);
    return { key, bytes: image.length };
  };
  const failedBy = (key: string, error: unknown) => {
    // One that only has to wait is tried again.
    if (error instanceof AppError) return undefined;
    log.warn({ err: error, key }, 'An image could not be made smaller');
    if (failed.size < mostFailed) failed.add(key);
    return undefined;
  };

  const sizeOf = (key: string): Promise<number | undefined> =>
    files.size(key).catch((error: unknown) => {
      if (error instanceof AppError && error.name === 'not_found') return undefined;
      throw error;
    });

  return async (projectId: number, path: string, size: SmallImageSize): Promise<SmallImage | undefined> => {
    const key = imageKey(projectId, `${path.split('.')[0]}.${size}.webp`);
    const bytes = await sizeOf(key);
    if (bytes !== undefined) return { key, bytes };
    if (failed.has(key)) return undefined;
    const known = pending.get(key);
    if (known) return known;
    const made = make(imageKey(projectId, path), key, { size, projectId })
      .catch((error: unknown) => failedBy(key, error))
      .finally(() => pending.delete(key));
    pending.set(key, made);
    return made;
  };
}

/** The image within a square of so many pixels, upright, as WebP; a smaller one keeps its size. */
async function shrink(original: Buffer, size: SmallImageSize): Promise<Buffer> {
  // Loaded with the first image: it is native code of 18 MB.
  const { ResizeFilterType, ResizeFit, Transformer } = await import('@napi-rs/image');
  const { width, height, colorType, orientation = 1 } = await new Transformer(original).metadata(true);
  if (!fitsImage(width, height)) throw new Error(`The image has ${width} by ${height} pixels.`);
  const side = smallImageSizes[size];
  const inside = { width: side, height: side, filter: ResizeFilterType.Lanczos3, fit: ResizeFit.Inside };
  const image = new Transformer(original).rotate();
  if (Math.max(width, height) <= side) return image.webp(quality);
  const bytes = bytesOfAlpha[colorType];
  if (bytes === undefined || width * height > mostWeighed) return image.resize(inside).webp(quality);
  const pixels = await toRgba(await image.rawPixels(), bytes);
  await multiplyByAlpha(pixels);
  // The pixels are turned upright.
  const [wide, high] = orientation > 4 ? [height, width] : [width, height];
  const small = await Transformer.fromRgbaPixels(pixels, wide, high).resize(inside).rawPixels();
  await divideByAlpha(small);
  const smallWide = wide >= high ? side : small.length / 4 / side;
  return Transformer.fromRgbaPixels(small, smallWide, small.length / 4 / smallWide).webp(quality);
}
