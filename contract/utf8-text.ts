/** A form of Unicode that a text can have. */
export type UnicodeForm = 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32';

/** The form of Unicode that a text is in: by its byte order mark, or by the zeros that only UTF-16 has; else UTF-8 if all of it is. */
export function findUnicodeForm(bytes: Uint8Array): UnicodeForm | undefined {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? 'utf-32' : 'utf-16le';
  if (first === 0 && second === 0 && third === 0xfe && fourth === 0xff) return 'utf-32';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return utf16WithoutMark(bytes) ?? (decodeStrictly(bytes) === undefined ? undefined : 'utf-8');
}

/** Latin letters and marks begin a text of UTF-16, or it has line breaks: no other encoding has zeros next to them. */
function utf16WithoutMark(bytes: Uint8Array): UnicodeForm | undefined {
  const [first = 0, second = 0, third, fourth] = bytes;
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le';
  if (first === 0 && second !== 0 && third === 0 && fourth !== 0) return 'utf-16be';
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1)) {
    const character = bytes[at % 2 === 0 ? at + 1 : at - 1];
    if (character === 0x0a || character === 0x0d) return at % 2 === 0 ? 'utf-16be' : 'utf-16le';
  }
  return undefined;
}

function decodeStrictly(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A text without the byte order mark that it may begin with. */
export const withoutMark = (text: string): string => text.replace(/^\ufeff/, '');

/** Bytes are no text in UTF-8. The message follows the name of a file, such as `is in UTF-16`. */
export class NotUtf8 extends Error {}

/**
 * The text of bytes in UTF-8, without its byte order mark. Other bytes are never replaced: throws {@link NotUtf8}, which
 * names UTF-16 and UTF-32.
 */
export function readUtf8(bytes: Uint8Array): string {
  const text = decodeStrictly(bytes);
  if (text !== undefined && !text.includes('\0')) return text;
  const form = findUnicodeForm(bytes);
  if (text !== undefined && form === 'utf-8') return text;
  throw new NotUtf8(form === 'utf-32' ? 'is in UTF-32' : form === undefined ? 'is not UTF-8' : 'is in UTF-16');
}

/** Why {@link readUtf8} cannot read bytes, to follow their name; undefined if it can. */
export function findNotUtf8(bytes: Uint8Array): string | undefined {
  try {
    readUtf8(bytes);
    return undefined;
  } catch (error) {
    if (error instanceof NotUtf8) return error.message;
    throw error;
  }
}
