import { string } from 'yup';
import { checkInvisible, isBlankText } from '../typed-text.ts';

/** Characters that change the direction of the text around them, including the sentence that contains the name. */
const turns = /[\u202a-\u202e\u2066-\u2069]/gu;

/** A text without the characters that reverse the direction of the text after them. */
export const withoutTurns = (text: string): string => text.replace(turns, '');

/**
 * A normalized name: one line, single spaces, one form of Unicode; a name of invisible characters counts as empty, and one with
 * some is refused.
 */
export const nameText = () =>
  string()
    .transform((name: unknown) => (typeof name === 'string' ? tidy(name) : name))
    .trim()
    .test('visible', (name, { createError }) => {
      const reason = checkInvisible(name ?? '');
      return reason === undefined || createError({ message: `Name ${reason}` });
    });

function tidy(name: string): string {
  const line = withoutTurns(name)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .normalize('NFC');
  return isBlankText(line) ? '' : line;
}
