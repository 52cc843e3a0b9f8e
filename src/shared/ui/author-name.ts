/** The name of the author of a change, at the start of a text or within it; the account may have been deleted. */
export const authorName = (name: string | null, place: 'start' | 'within'): string =>
  name || (place === 'start' ? 'A deleted account' : 'a deleted account');
