import { type ImagePart, jpegParts, pngParts } from '@quartermaster/contract/content/image-metadata.ts';

/** By what the segments of applications begin that say how colours are stored and shown. */
const displayed: Readonly<Record<string, string>> = { e0: 'JFIF\0', e2: 'ICC_PROFILE\0', ee: 'Adobe' };

/** Chunks that are not needed to decode a PNG, but say how it is shown. Programs add others with what they like. */
const shownChunks: ReadonlySet<string> = new Set([
  ...['tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'bKGD', 'pHYs', 'hIST', 'sPLT', 'cICP', 'mDCV', 'mDCv'],
  ...['cLLI', 'cLLi', 'acTL', 'fcTL', 'fdAT'],
]);

/** Places, cameras, texts and small pictures; not what the colours are. */
function isMetadata(bytes: Buffer, { name, content }: ImagePart): boolean {
  if (name.length === 4) return /^[a-z]/.test(name) && !shownChunks.has(name);
  if (name === 'fe') return true;
  const begin = displayed[name];
  return (
    /^e[0-9a-f]$/.test(name) &&
    (begin === undefined || bytes.toString('latin1', content, content + begin.length) !== begin)
  );
}

/** An image without metadata and whatever follows it, such as further pictures; the same bytes if it has none. */
export function stripMetadata(bytes: Buffer, kind: 'png' | 'jpg'): Buffer {
  const parts = [...(kind === 'png' ? pngParts(bytes) : jpegParts(bytes))];
  let end = bytes.length;
  if (kind === 'jpg') {
    const rest = afterScan(bytes, parts.at(-1)?.end ?? bytes.length);
    parts.push(...rest.parts);
    end = rest.end;
  }
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

/**
 * The segments after the first scan of a JPEG begins, as programs write them between scans, and its end: only an end marker
 * outside of the data of scans ends it.
 */
function afterScan(bytes: Buffer, scan: number): { parts: ImagePart[]; end: number } {
  const parts: ImagePart[] = [];
  for (let at = bytes.indexOf(0xff, scan); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xd9) return { parts, end: at + 2 };
    const isData = marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7);
    const start = at;
    at += isData ? (marker === 0xff ? 1 : 2) : 2 + (at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 2);
    if (!isData) parts.push({ name: marker.toString(16), start, content: start + 4, end: at });
  }
  return { parts, end: bytes.length };
}
