import { authorName } from './author-name.ts';

/** How many changes a text names. */
const named = 3;

interface Meanwhile {
  /** Undefined if it is not known. */
  by: string | undefined;
  /** The user has made them, such as in another tab. */
  isOwn: boolean;
}

/** What was saved while the user was editing, and was merged: `Mia Member changed Base armor meanwhile`. */
export function meanwhileText({ by, isOwn }: Meanwhile, names: readonly string[], other: string): string {
  const shown =
    names.length > named ? [...names.slice(0, named - 1), `${names.length - named + 1} more fields`] : names;
  const list = shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}` : shown.join('');
  const who = isOwn ? 'You' : by === undefined ? 'Someone else' : authorName(by, 'start');
  return `${who} changed ${list || other} ${isOwn ? 'in another tab ' : ''}meanwhile`;
}
