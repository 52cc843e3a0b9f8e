import type { StoredRow } from '@quartermaster/contract/content/row-anchors.ts';
import type { NewThread, Thread } from '@quartermaster/contract/endpoints/comments.ts';

/** What a new thread is about. */
export type ThreadTarget = Omit<NewThread, 'text' | 'mentions'>;

/** What threads are about, within what a panel shows: the item, one of its fields, a line. */
export interface CommentPlace {
  /** Equal for the threads about the same. */
  key: string;
  label: string;
  /** The order of the places in a panel. */
  order: number;
  /** Null where no thread can begin, such as a field that was deleted. */
  target: ThreadTarget | null;
}

/** A field in a row on which a comment is being written: the row may be moved before it is sent. */
export interface WrittenRow {
  fieldId: string;
  rows: readonly StoredRow[];
  /** What it was called then. */
  label: string;
}

/** The rows of an item in one version. */
export interface ItemRows {
  version: number;
  /** Stores what finds the row of a spot in later versions; null for a spot outside of rows. */
  store: (spot: CommentPlace) => WrittenRow | null;
  /** Finds the spot of a row that was stored in an earlier version; null if the row is not found for sure. */
  find: (row: WrittenRow) => CommentPlace | null;
}

/** How many threads are about a spot. */
export interface PlaceCount {
  open: number;
  isUnread: boolean;
}

/** Where a panel is opened: at a spot, or at a thread. */
export type PanelStart = { spot: CommentPlace } | { threadId: number };

/** All open threads, and whether one has unread comments. */
export const totalOf = (threads: readonly Thread[]): PlaceCount => ({
  open: threads.filter(({ resolved }) => resolved === null).length,
  isUnread: threads.some(({ is_unread }) => is_unread),
});

/** Open threads, and whether one has unread comments, by the keys of their places. */
export function countByPlace(
  threads: readonly Thread[],
  keyOf: (thread: Thread) => string,
): ReadonlyMap<string, PlaceCount> {
  const counts = new Map<string, PlaceCount>();
  for (const thread of threads) {
    const key = keyOf(thread);
    const { open = 0, isUnread = false } = counts.get(key) ?? {};
    const next = { open: open + (thread.resolved ? 0 : 1), isUnread: isUnread || thread.is_unread };
    if (next.open > 0 || next.isUnread) counts.set(key, next);
  }
  return counts;
}

/** A count as text: `2 comments on Price, unread`, or what a button does that begins the first. */
export function countText(count: PlaceCount | undefined, label: string): string {
  if (!count || count.open === 0) return count?.isUnread ? `Unread comments on ${label}` : `Comment on ${label}`;
  const number = count.open === 1 ? '1 comment' : `${count.open} comments`;
  return `${number} on ${label}${count.isUnread ? ', unread' : ''}`;
}
