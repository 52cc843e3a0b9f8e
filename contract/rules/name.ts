import { string } from 'yup';

/** Draws nothing by itself, though within a name it may join the parts of a letter or of an emoji. */
const invisible = /^[\p{Default_Ignorable_Code_Point}\s]*$/u;

/** What turns the direction of the text around it, also of the sentence that a name stands in. */
const turns = /[\u202a-\u202e\u2066-\u2069]/gu;

/** A name as it is drawn: on one line, with single spaces; what nobody can see is no name. */
export const nameText = () =>
  string()
    .transform((name: unknown) => (typeof name === 'string' ? tidy(name) : name))
    .trim();

function tidy(name: string): string {
  const line = name.replace(turns, '').replace(/[\p{Cc}\s]+/gu, ' ');
  return invisible.test(line) ? '' : line;
}
