import type { SavedBy } from '@quartermaster/contract/saved-by.ts';
import { authorName } from '../author-name.ts';
import { dateTime } from '../date-time.ts';
import { timeAgo } from '../time-ago.ts';

/** Who has saved the version with which a save conflicts, and when. */
export const savedText = ({ by, at }: SavedBy, isOwn: boolean): string =>
  `${isOwn ? 'You' : authorName(by, 'start')} saved it ${timeAgo(Date.parse(at), Date.now())}, on ${dateTime(at)}.`;
