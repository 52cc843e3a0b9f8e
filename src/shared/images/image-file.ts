import { plans } from '@quartermaster/contract/access.ts';
import { fitsImage, imageTooLarge } from '@quartermaster/contract/content/image-limits.ts';
import type { ItemField } from '@quartermaster/contract/content/item-fields.ts';
import { isFileType } from '@quartermaster/contract/field-types/registry.ts';
import { toUprightImage } from './upright-image.ts';

/** The file types that an image field accepts. */
export const imageTypes: readonly string[] = ['image/png', 'image/jpeg'];

/** The maximum of every plan. */
const mostMegabytes = Math.max(...Object.values(plans).map(({ imageMegabytes }) => imageMegabytes));

/**
 * Why a file is not accepted, undefined if it is; `megabytes` (2^20 bytes) is the plan's limit. Until that is known, the
 * largest plan's counts, and the server checks the rest.
 */
export function checkImageFile(
  file: Pick<File, 'type' | 'size'>,
  megabytes: number = mostMegabytes,
): string | undefined {
  if (!imageTypes.includes(file.type)) return 'Please upload a file of image type (JPG, PNG)';
  if (file.size === 0) return 'This file is empty';
  if (file.size > megabytes * 1024 * 1024) return `Please upload an image smaller than ${megabytes}MB`;
  return undefined;
}

/** The first four bytes of a PNG, and the number of bytes up to and including its width and height. */
const pngSignature = 0x89504e47;
const pngStart = 24;

/**
 * Why a file is not accepted, as in {@link checkImageFile}, or because it cannot be read or is a PNG with too many pixels: a few kilobytes
 * can contain enough of them to fill a gigabyte of memory when displayed. The server checks the pixels of a JPEG.
 */
export async function refusalOfFile(file: File, megabytes: number | undefined): Promise<string | undefined> {
  const refusal = checkImageFile(file, megabytes);
  if (refusal !== undefined || file.type !== 'image/png') return refusal;
  try {
    const start = new DataView(await file.slice(0, pngStart).arrayBuffer());
    // The server rejects files that only claim to be a PNG.
    if (start.byteLength < pngStart || start.getUint32(0) !== pngSignature) return undefined;
    return fitsImage(start.getUint32(16), start.getUint32(20)) ? undefined : imageTooLarge;
  } catch {
    return unreadable;
  }
}

/** Message for a file that was changed, moved or deleted after it was chosen. */
export const unreadable = 'The file could not be read';

/** Reads a file as a data URL, so that it can be shown before it is saved; as games will show it. */
export async function readAsDataUrl(file: File): Promise<string> {
  const upright = await toUprightImage(file);
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read'));
    reader.readAsDataURL(upright);
  });
}

/** The value of an image in a save: plain base64 for a new file, the path for a stored one. */
export const withoutDataUrlPrefix = (value: string): string =>
  value.startsWith('data:') ? value.slice(value.indexOf(',') + 1) : value;

/** An item's values for the request: new images without the data URL prefix, which only the preview needs. */
export const toSentFields = <F extends ItemField>(fields: readonly F[]): F[] =>
  fields.map((field) =>
    isFileType(field.template_field_type) && typeof field.value === 'string'
      ? { ...field, value: withoutDataUrlPrefix(field.value) }
      : field,
  );
