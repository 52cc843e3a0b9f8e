import { createHash } from 'node:crypto';
import { fitsImage, imageTooLarge } from '@quartermaster/contract/content/image-limits.ts';
import { imageProblem } from '@quartermaster/contract/content/image-metadata.ts';
import { stripMetadata } from './strip-metadata.ts';

/** A validated image upload, without metadata. */
export interface ImageFile {
  path: string;
  bytes: Buffer;
}

const wrongKind = 'Please upload a file of image type (JPG, PNG)';

/** For a file that begins like an image: its type is not the problem. */
const damaged = 'This image is damaged or incomplete. Please export it again, or upload its original';

/** Parses a base64 PNG or JPEG of at most that many megabytes; returns an error message if it is invalid. */
export function readImage(base64: string, megabytes: number): ImageFile | string {
  const limit = megabytes * 1024 * 1024;
  // Four characters encode three bytes, so an oversized image is rejected before decoding.
  if ((base64.length / 4) * 3 > limit + 3) return `Please upload an image smaller than ${megabytes}MB`;
  const bytes = Buffer.from(base64, 'base64');
  // Node skips characters that are not base64, and also accepts its URL-safe alphabet.
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  const isBase64 = base64.length % 4 === 0 && bytes.length === (base64.length / 4) * 3 - padding;
  if (!isBase64 || base64.includes('-') || base64.includes('_')) return wrongKind;
  if (bytes.length > limit) return `Please upload an image smaller than ${megabytes}MB`;
  const kind = isPng(bytes) ? 'png' : isJpeg(bytes) ? 'jpg' : undefined;
  if (kind && !sizesOf[kind](bytes).every(([width, height]) => fitsImage(width, height))) return imageTooLarge;
  if (!kind) return beginsLikeImage(bytes) ? damaged : wrongKind;
  const problem = imageProblem(bytes);
  if (problem !== undefined) return problem;
  const stored = stripMetadata(bytes, kind);
  return { path: `${createHash('sha256').update(stored).digest('hex')}.${kind}`, bytes: stored };
}

type Size = [width: number, height: number];

/** Reads the sizes declared in an image, without decoding it. */
const sizesOf: Record<'png' | 'jpg', (bytes: Buffer) => Size[]> = {
  png: (bytes) => [[bytes.readUInt32BE(16), bytes.readUInt32BE(20)]],
  jpg: (bytes) => [...frames(bytes)],
};

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const jpegStart = Buffer.from([0xff, 0xd8, 0xff]);

const beginsLikeImage = (bytes: Buffer): boolean =>
  [pngSignature, jpegStart].some((start) => bytes.subarray(0, start.length).equals(start));

/** A PNG is a sequence of chunks that starts with the size, contains data and ends with an empty chunk. */
function isPng(bytes: Buffer): boolean {
  if (bytes.length < 57 || !bytes.subarray(0, 8).equals(pngSignature)) return false;
  let hasData = false;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (
      at === 8 &&
      (type !== 'IHDR' || length !== 13 || bytes.readUInt32BE(at + 8) === 0 || bytes.readUInt32BE(at + 12) === 0)
    )
      return false;
    if (type === 'IDAT') hasData = true;
    at += 12 + length;
    if (type === 'IEND') return hasData && length === 0 && at === bytes.length;
  }
  return false;
}

/** A JPEG is a sequence of segments up to the scan, one of which has the size, and an end marker. */
function isJpeg(bytes: Buffer): boolean {
  if (bytes.length < 20 || bytes.readUInt16BE(0) !== 0xffd8) return false;
  let hasSize = false;
  for (const { marker, at, length } of segments(bytes)) {
    if (isFrame(marker)) hasSize = length >= 8;
    if (marker === 0xda) return hasSize && bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) > at;
  }
  return false;
}

/** The declared size of each frame of a JPEG. */
function* frames(bytes: Buffer): Generator<Size> {
  for (const { marker, at, length } of segments(bytes)) {
    if (marker === 0xda) return;
    if (isFrame(marker) && length >= 8) yield [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
  }
}

/** Any start-of-frame marker; three codes in that range are tables instead. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Consecutive segments, up to the first gap. */
function* segments(bytes: Buffer): Generator<{ marker: number; at: number; length: number }> {
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2) return;
    if (at + 2 + length > bytes.length) return;
    yield { marker, at, length };
    at += 2 + length;
  }
}
