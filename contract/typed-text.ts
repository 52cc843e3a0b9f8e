/** More marks on one letter than any language needs: to normalize thousands of them takes time that grows with their square. */
const pile = /\p{M}{31}/u;

/** True for a value with a text that has more than 30 marks on one letter. */
const hasPile = (value: unknown): boolean =>
  typeof value === 'string'
    ? pile.test(value)
    : typeof value === 'object' && value !== null && Object.values(value).some(hasPile);

/** Error message for a value with more than 30 marks on one letter; otherwise undefined. */
export const checkMarks = (value: unknown): string | undefined =>
  hasPile(value) ? 'has more than 30 combining marks in a row' : undefined;

/** A typed text as it is compared with others: without outer blanks, and in one form of Unicode. */
export const comparedText = (text: string): string => (pile.test(text) ? text : text.trim().normalize('NFC'));

/** A name as it is compared with others: blanks of any kind and number look like a space. */
export const comparedName = (text: string): string => comparedText(text).replaceAll(/\s+/g, ' ');

/** The same for texts that differ by case only. */
export const caselessText = (text: string): string => comparedText(text).toLowerCase();

const unseen = /^[\p{Default_Ignorable_Code_Point}\p{Cc}\s\u2800]*$/u;

/** True for a text in which nothing can be seen: it is empty, or has only blanks and invisible characters. */
export const isBlankText = (text: string): boolean => unseen.test(text);

/** Letters and marks of scripts in which joiners decide how letters are drawn. */
const joined = `(?=[\\p{L}\\p{M}])[${[
  ...['Arab', 'Syrc', 'Mand', 'Nkoo', 'Mong', 'Phag', 'Adlm', 'Rohg', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya'],
  ...['Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr', 'Tibt', 'Java', 'Bali'],
]
  .map((script) => `\\p{scx=${script}}`)
  .join('')}]`;

/** Joiners, variation selectors and tags where a script or an emoji needs them. */
const needed = new RegExp(
  [
    `(?<=${joined})(?:\\u200d|\\u200c(?=${joined}))`,
    '(?<=\\p{Extended_Pictographic}[\\u{1f3fb}-\\u{1f3ff}\\ufe0f]?)\\u200d(?=\\p{Extended_Pictographic})',
    '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]',
    '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
    '(?<=\\u{1f3f4})[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{1,6}\\u{e007f}',
    '(?<=\\p{sc=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
    '(?<=\\p{sc=Mong})(?:[\\u180b-\\u180d\\u180f]|\\u180e(?=\\p{sc=Mong}))',
    '(?<=[\\p{Sm}\\p{sc=Mymr}\\p{sc=Phag}])\\ufe00',
  ].join('|'),
  'gu',
);

const plain = /^[\t\n\r\x20-\x7e]*$/;

const invisible = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]|[^\P{Cc}\t\n\r]/u;

/** Error message for a text that looks the same as another one because of a character that nobody sees; otherwise undefined. */
export function checkInvisible(text: string): string | undefined {
  if (plain.test(text)) return undefined;
  const rest = text.replaceAll(needed, '');
  const found = invisible.exec(rest);
  if (!found) return undefined;
  const code = found[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? '';
  const before = Array.from(rest.slice(0, found.index)).slice(-16).join('');
  return `has an invisible character (U+${code}) ${before === '' ? 'at its start' : `after "${before}"`}`;
}
