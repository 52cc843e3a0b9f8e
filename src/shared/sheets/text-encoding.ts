import type { Encoding } from './encodings.ts';
import { isUtf8 } from './is-utf8.ts';
import { SheetProblem } from './sheet-problem.ts';

/** The name of UTF-16 by how its characters begin: Latin letters have a zero as their second byte, or as their first. */
const utf16 = ['utf-16le', 'utf-16be'] as const;

/**
 * The encoding of a text: by its byte order mark; UTF-16 without one by its line breaks; UTF-8 if all of it is; else a guess
 * at what a spreadsheet writes in the language of its words.
 */
export async function encodingOf(bytes: Uint8Array): Promise<{ encoding: Encoding; isGuess: boolean }> {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe && third === 0 && fourth === 0)
    throw new SheetProblem('The file is in UTF-32. Save it in UTF-8.');
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', isGuess: false };
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', isGuess: false };
  const wide = utf16Of(bytes);
  if (wide) return { encoding: wide, isGuess: false };
  if (isUtf8(bytes)) return { encoding: 'utf-8', isGuess: false };
  const { guessEncoding } = await import('./guess-encoding.ts');
  return { encoding: guessEncoding(bytes), isGuess: true };
}

/** Texts of other scripts have hardly any zeros, but those of their line breaks, which no other encoding has. */
function utf16Of(bytes: Uint8Array): Encoding | undefined {
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1)) {
    const character = bytes[at % 2 === 0 ? at + 1 : at - 1];
    if (character === 0x0a || character === 0x0d) return utf16[at % 2 === 0 ? 1 : 0];
  }
  return undefined;
}

/** The text of a file, without its byte order mark. */
export const decodeText = (bytes: Uint8Array, encoding: Encoding): string => new TextDecoder(encoding).decode(bytes);
