/** Everything that could end a line in one of the languages is a space. */
const inOneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ');

/** A comment of TypeScript and C++ in one line, which its text can neither end nor begin again. */
export const blockComment = (text: string): string =>
  `/** ${inOneLine(text).replaceAll('*/', '* /').replaceAll('/*', '/ *')} */`;

/** A documentation comment of C# in one line. */
export const summaryComment = (text: string): string =>
  `/// <summary>${inOneLine(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</summary>`;

/** A literal of C#: other than in JSON, also what ends a line in Unicode is escaped. */
export const csharpString = (text: string): string =>
  JSON.stringify(text).replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A literal of C++ with the bytes of its UTF-8 text, whichever encoding a compiler takes the source for. */
export function cppString(text: string): string {
  const bytes = [...Buffer.from(text)].map((byte) => {
    const character = String.fromCharCode(byte);
    // Three octal digits end by themselves, unlike hexadecimal ones; a question mark could begin a trigraph.
    return /[ !#->@-[\]-~]/.test(character) ? character : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `"${bytes.join('')}"`;
}
