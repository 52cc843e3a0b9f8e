import { foldText } from '@quartermaster/contract/texts.ts';
import type { Query } from '../../core/database/database.ts';
import { textArray } from '../../core/database/pg-array.ts';

/**
 * Returns the texts that, folded, contain three consecutive letters or digits: only these have a trigram wherever they occur in
 * another text. Which non-ASCII characters are letters depends on the database's locale, so the database decides.
 */
export async function withTrigrams(query: Query, texts: readonly string[]): Promise<Set<string>> {
  const inAscii = texts.filter((text) => /[a-z0-9]{3}/.test(foldText(text)));
  const unsure = texts.filter((text) => !inAscii.includes(text) && [...foldText(text)].length >= 3);
  const beyond = new Set(unsure.flatMap((text) => [...foldText(text)].filter((character) => character > '\x7f')));
  if (beyond.size === 0) return new Set(inAscii);
  const letters = await lettersOf(query, [...beyond]);
  const isLetter = (character: string) => /[a-z0-9]/.test(character) || letters.has(character);
  const pattern = (text: string) => [...foldText(text)].map((character) => (isLetter(character) ? 'x' : ' ')).join('');
  return new Set([...inAscii, ...unsure.filter((text) => pattern(text).includes('xxx'))]);
}

async function lettersOf(query: Query, characters: readonly string[]): Promise<Set<string>> {
  const rows = await query<{ letter: string }>(
    'select letter from unnest($1::text::text[]) letter where cardinality(show_trgm(letter)) > 0',
    [textArray(characters)],
    'letters',
  );
  return new Set(rows.map(({ letter }) => letter));
}

/**
 * Regular expressions for one or two ASCII letters or digits, or none for a text that is not ASCII, one of which each ASCII
 * text matches that contains it, once both are folded. They say what can precede it, so that PostgreSQL looks up all
 * trigrams that it can end; at most 256 are looked up for each. Undefined for other texts.
 */
export function shortPatterns(text: string): string[] | undefined {
  const folded = foldText(text);
  if (!isAscii(folded)) return [];
  if (/^[a-z0-9]{2}$/.test(folded)) return [`(^|[\\x01-\\x7f])${folded}`];
  if (!/^[a-z0-9]$/.test(folded)) return undefined;
  const preceded = ['a-f', 'g-l', 'm-r', 's-x', 'yz0-3', '4-9'].map(
    (letters) => `(^|[\\x01-\\x7f])[${letters}]${folded}`,
  );
  return [...preceded, `^${folded}`, `[\\x01-/:-@\\[-\`{-\\x7f]${folded}`];
}

const isAscii = (text: string) => [...text].every((character) => character <= '\x7f');
