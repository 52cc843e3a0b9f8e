import type { Clock } from '../base/clock.ts';
import type { Database } from '../database/database.ts';
import { type ActionLimit, countAttempt, limitsOf } from '../http/rate-limit.ts';
import { checkLink, type LinkPurpose } from './one-time-links.ts';

/** Limit for opening the page of a link: 60 an hour per link, 300 per network. */
const opened: ActionLimit = { action: 'link', ofSubject: 60, ofAddress: 300, seconds: 60 * 60 };

/**
 * Checks a link for the page that it opens, and returns its subject: throws `link_wrong`, `link_used` or
 * `link_expired`, or 429 after too many checks. Does not use the link.
 */
export async function assertLinkWorks<P extends LinkPurpose>(
  { database, clock }: { database: Database; clock: Clock },
  purposes: P | readonly P[],
  hash: string,
  address: string,
): Promise<{ purpose: P; subject: string }> {
  const now = clock.now();
  await countAttempt(database.query, now, limitsOf(opened, hash, address));
  return checkLink(database.query, purposes, hash, now);
}
