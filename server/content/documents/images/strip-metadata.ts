import { type ImagePart, jpegParts, pngParts } from '@quartermaster/contract/content/image-metadata.ts';

const iccProfile = 'ICC_PROFILE\0';

/** Places, cameras and texts; not what the colours are. */
function isMetadata(bytes: Buffer, { name, content }: ImagePart): boolean {
  if (/^(eXIf|tEXt|zTXt|iTXt|tIME)$/.test(name)) return true;
  // Of the segments of applications: JFIF, a colour profile, and how Adobe's colours are stored.
  if (name === 'e2') return bytes.toString('latin1', content, content + iccProfile.length) !== iccProfile;
  return name === 'fe' || (/^e[0-9a-f]$/.test(name) && name !== 'e0' && name !== 'ee');
}

/** An image without metadata and whatever follows it, such as further pictures; the same bytes if it has none. */
export function stripMetadata(bytes: Buffer, kind: 'png' | 'jpg'): Buffer {
  const parts = [...(kind === 'png' ? pngParts(bytes) : jpegParts(bytes))];
  const end = kind === 'png' ? bytes.length : endOfJpeg(bytes, parts.at(-1)?.end ?? bytes.length);
  const removed = parts.filter((part) => isMetadata(bytes, part));
  if (removed.length === 0 && end === bytes.length) return bytes;
  let at = 0;
  const left: Buffer[] = [];
  for (const part of removed) {
    left.push(bytes.subarray(at, part.start));
    at = part.end;
  }
  return Buffer.concat([...left, bytes.subarray(at, end)]);
}

/** The end of a JPEG, whose scans begin at a position: only an end marker outside of their data ends it. */
function endOfJpeg(bytes: Buffer, scans: number): number {
  for (let at = bytes.indexOf(0xff, scans); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xd9) return at + 2;
    const isData = marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7);
    at += isData ? (marker === 0xff ? 1 : 2) : 2 + (at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 2);
  }
  return bytes.length;
}
