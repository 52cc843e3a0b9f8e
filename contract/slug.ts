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

/** An id of up to `length` characters made of a label, with a number if it is taken; `other` if the label has no Latin letters. */
export function freeSlug(
  label: string,
  { length, other, isTaken }: { length: number; other: string; isTaken: (id: string) => boolean },
): string {
  const slug = slugOf(label, length - 4) || other;
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? slug : `${slug}_${number}`;
    if (!isTaken(id)) return id;
  }
}
