import type { Clock } from '../base/clock.ts';
import type { Database } from '../database/database.ts';
import { type ActionLimit, countAttempt, limitsOf } from '../http/rate-limit.ts';
import { checkLink, type LinkPurpose } from './one-time-links.ts';

/** Limit for opening the page of a link: 60 an hour per link, 300 per network. */
const opened: ActionLimit = { action: 'link', ofSubject: 60, ofAddress: 300, seconds: 60 * 60 };

/**
 * Checks whether a link still works, for the page that it opens: throws `link_wrong`, `link_used` or `link_expired`, or
 * 429 if checked too often. Does not use up the link and reveals nothing about its subject.
 */
export async function assertLinkWorks(
  { database, clock }: { database: Database; clock: Clock },
  purpose: LinkPurpose,
  hash: string,
  address: string,
): Promise<void> {
  const now = clock.now();
  await countAttempt(database.query, now, limitsOf(opened, hash, address));
  await checkLink(database.db, purpose, hash, now);
}
