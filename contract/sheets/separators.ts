/** The characters between the cells of a text file, and their names. */
export const separators = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Vertical bar' } as const;

/** A character between cells. */
export type Separator = keyof typeof separators;

/** True for a character that separates the cells of some files. */
export const isSeparator = (text: string): text is Separator => Object.hasOwn(separators, text);

/** The line by which Excel names the separator of a file, with its end; undefined if the file does not begin with one. */
export function separatorLine(text: string): { line: string; separator: Separator | undefined } | undefined {
  const [line, separator = ''] = /^sep=(.)\r?\n/.exec(text) ?? [];
  return line === undefined ? undefined : { line, separator: isSeparator(separator) ? separator : undefined };
}

/** The separator of a file that begins with its header: the one with most cells there, a comma if no other has more. */
export function separatorOfHeader(text: string): Separator {
  const counts: Record<Separator, number> = { ',': 0, ';': 0, '\t': 0, '|': 0 };
  let most: Separator = ',';
  let isQuoted = false;
  for (const character of text.replace(/^[\r\n]+/, '')) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '\n') break;
    else if (isSeparator(character)) counts[character] += 1;
  }
  for (const separator of Object.keys(counts))
    if (isSeparator(separator) && counts[separator] > counts[most]) most = separator;
  return most;
}
