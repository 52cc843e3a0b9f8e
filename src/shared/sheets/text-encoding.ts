import type { Encoding } from './encodings.ts';

/** How many bytes at the start tell the encoding. */
const looked = 64 * 1024;

/**
 * The encoding of a text: by its byte order mark; UTF-16 without one by the zeros of Latin letters; UTF-8 if all of it is; else
 * a guess at what a spreadsheet writes in the language of its words.
 */
export async function encodingOf(bytes: Uint8Array): Promise<{ encoding: Encoding; isGuess: boolean }> {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', isGuess: false };
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', isGuess: false };
  const start = bytes.subarray(0, looked);
  const zeros = [0, 0];
  start.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) > start.length / 8)
    return { encoding: odd >= even ? 'utf-16le' : 'utf-16be', isGuess: false };
  if (isUtf8(bytes)) return { encoding: 'utf-8', isGuess: false };
  const { guessEncoding } = await import('./guess-encoding.ts');
  return { encoding: guessEncoding(start), isGuess: true };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The text of a file, without its byte order mark. */
export const decodeText = (bytes: Uint8Array, encoding: Encoding): string => new TextDecoder(encoding).decode(bytes);
