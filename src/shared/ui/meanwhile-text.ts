import { authorName } from './author-name.ts';

/** How many changes a text lists. */
const mostListed = 3;

interface Meanwhile {
  /** Undefined if it is not known. */
  by: string | undefined;
  /** The user has made them, such as in another tab. */
  isOwn: boolean;
}

/** What was changed: as a whole, if no names are known, and the noun of its parts. */
export interface Changed {
  noun: string;
  parts: string;
}

/** What was saved while the user was editing, and was merged: `Mia Member changed Base armor meanwhile`. */
export function meanwhileText({ by, isOwn }: Meanwhile, names: readonly string[], changed: Changed): string {
  const { noun, parts } = changed;
  const others = names.length - mostListed + 1;
  const listed = names.length > mostListed ? [...names.slice(0, mostListed - 1), `${others} more ${parts}`] : names;
  const list = listed.length > 1 ? `${listed.slice(0, -1).join(', ')} and ${listed.at(-1)}` : listed.join('');
  const who = isOwn ? 'You' : by === undefined ? 'Someone else' : authorName(by, 'start');
  return `${who} changed ${list || noun} ${isOwn ? 'in another tab ' : ''}meanwhile`;
}
