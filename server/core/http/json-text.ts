/** The character code that begins and ends a text in JSON. */
export const quote = '"'.charCodeAt(0);
const backslash = '\\'.charCodeAt(0);

/**
 * The end of the text that begins at a quote. Most texts are short, and cheapest to scan byte by byte; the text of an
 * image has millions of bytes, which are skipped.
 */
export function endOfText(bytes: Buffer, begin: number): number {
  const skipsFrom = begin + 256;
  let at = begin + 1;
  for (; at < skipsFrom && at < bytes.length; at += bytes[at] === backslash ? 2 : 1) {
    if (bytes[at] === quote) return at;
  }
  for (at = bytes.indexOf('"', at); at !== -1; at = bytes.indexOf('"', at + 1)) {
    let escapes = 0;
    while (bytes[at - 1 - escapes] === backslash) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return bytes.length;
}
