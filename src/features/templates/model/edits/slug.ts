/** Converts text to lower-case Latin letters, digits and underscores, for keys and ids; empty if it has no Latin letters. */
export const slugOf = (text: string, length: number): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_/, '')
    .slice(0, length)
    .replace(/_$/, '');
