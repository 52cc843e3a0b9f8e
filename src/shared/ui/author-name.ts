/** The name of the author of a change, at the start of a text or within it; the account may have been deleted. */
export const authorName = (name: string | null, position: 'start' | 'within'): string =>
  name || (position === 'start' ? 'A deleted account' : 'a deleted account');
