import { findUnicodeForm } from '@quartermaster/contract/utf8-text.ts';
import type { Encoding } from './encodings.ts';
import { SheetProblem } from './sheet-problem.ts';

/**
 * The encoding of a text: a form of Unicode if it is in one; else a guess at what a spreadsheet writes in the language of its
 * words.
 */
export async function encodingOf(bytes: Uint8Array): Promise<{ encoding: Encoding; isGuess: boolean }> {
  const form = findUnicodeForm(bytes);
  if (form === 'utf-32') throw new SheetProblem('The file is in UTF-32. Save it in UTF-8.');
  if (form) return { encoding: form, isGuess: false };
  const { guessEncoding } = await import('./guess-encoding.ts');
  return { encoding: guessEncoding(bytes), isGuess: true };
}
