import { string } from 'yup';

/** Only invisible characters; within a name some of them join the parts of a letter or an emoji. */
const invisible = /^[\p{Default_Ignorable_Code_Point}\s]*$/u;

/** Characters that change the direction of the text around them, including the sentence that contains the name. */
const turns = /[\u202a-\u202e\u2066-\u2069]/gu;

/** A text without the characters that reverse the direction of the text after them. */
export const withoutTurns = (text: string): string => text.replace(turns, '');

/** A normalized name: one line, single spaces; a name of invisible characters counts as empty. */
export const nameText = () =>
  string()
    .transform((name: unknown) => (typeof name === 'string' ? tidy(name) : name))
    .trim();

function tidy(name: string): string {
  const line = withoutTurns(name).replace(/[\p{Cc}\s]+/gu, ' ');
  return invisible.test(line) ? '' : line;
}
