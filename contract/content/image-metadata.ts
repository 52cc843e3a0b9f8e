/** Error message for an image that engines do not open or open wrongly, after the console has failed to convert it. */
export const cmykImage = 'This image is in CMYK, which games cannot show. Save it as RGB, then upload it again.';
/** The same for one that only its metadata turns. */
export const turnedImage =
  'This image is turned by its metadata, which games ignore. Save it upright, then upload it again.';

/** The same for a JPEG that hardly any program opens. */
export const unusualJpeg =
  'This image is a JPEG with 12 bits a colour, or without loss, which games cannot show. Save it as PNG or as an ordinary JPEG, then upload it again.';

/** A part of a JPEG before its first scan, or of a PNG, with its head: the marker, or the type. */
export interface ImagePart {
  name: string;
  start: number;
  /** Where its content begins. */
  content: number;
  end: number;
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const latin1 = (bytes: Uint8Array) => String.fromCharCode(...bytes);

/** The segments of a JPEG up to its first scan, by their markers in hexadecimal digits, such as `e1`. */
export function* jpegParts(bytes: Uint8Array): Generator<ImagePart> {
  const view = viewOf(bytes);
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + view.getUint16(at + 2);
    if (end < at + 4 || end > bytes.length) return;
    yield { name: marker.toString(16), start: at, content: at + 4, end };
    if (marker === 0xda) return;
    at = end;
  }
}

/** The chunks of a PNG, by their types. */
export function* pngParts(bytes: Uint8Array): Generator<ImagePart> {
  const view = viewOf(bytes);
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + view.getUint32(at);
    if (end > bytes.length) return;
    yield { name: latin1(bytes.subarray(at + 4, at + 8)), start: at, content: at + 8, end };
    at = end;
  }
}

/** Why a JPEG or PNG is shown differently by engines; undefined if it is not. */
export function imageProblem(bytes: Uint8Array): string | undefined {
  const isPng = bytes[0] === 0x89;
  for (const { name, content, end } of isPng ? pngParts(bytes) : jpegParts(bytes)) {
    if (!isPng && /^c[0-9a-f]$/.test(name) && !/^c[48c]$/.test(name)) {
      if (!/^c[012]$/.test(name) || bytes[content] !== 8) return unusualJpeg;
      if (bytes[content + 5] === 4) return cmykImage;
    }
    const hasExif = isPng ? name === 'eXIf' : name === 'e1' && latin1(bytes.subarray(content, content + 6)) === exif;
    if (hasExif && orientationOf(bytes.subarray(isPng ? content : content + exif.length, end)) > 1) return turnedImage;
  }
  return undefined;
}

const exif = 'Exif\0\0';
const orientationTag = 0x0112;

/** The orientation in EXIF data, from 1 (upright) to 8. */
function orientationOf(tiff: Uint8Array): number {
  const order = latin1(tiff.subarray(0, 2));
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return 1;
  const [view, isLittle] = [viewOf(tiff), order === 'II'];
  const start = view.getUint32(4, isLittle);
  if (start + 2 > tiff.length) return 1;
  const count = view.getUint16(start, isLittle);
  for (let at = start + 2; at < start + 2 + 12 * count && at + 12 <= tiff.length; at += 12) {
    if (view.getUint16(at, isLittle) !== orientationTag) continue;
    const orientation = view.getUint16(at + 8, isLittle);
    return orientation <= 8 ? orientation : 1;
  }
  return 1;
}
