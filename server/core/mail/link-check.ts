import type { Clock } from '../base/clock.ts';
import type { Database } from '../database/database.ts';
import { type ActionLimit, countAttempt, limitsOf } from '../http/rate-limit.ts';
import { checkLink, type LinkPurpose } from './one-time-links.ts';

/** Of opening the page of a link: 60 an hour for one link, 300 from one network. */
const opened: ActionLimit = { action: 'link', ofSubject: 60, ofAddress: 300, seconds: 60 * 60 };

/**
 * Says whether a link still works, for the page that it leads to, and what it is about: throws `link_wrong`, `link_used` or
 * `link_expired`, or 429 where it is asked too often. Uses nothing up.
 */
export async function tellLink<P extends LinkPurpose>(
  { database, clock }: { database: Database; clock: Clock },
  purposes: P | readonly P[],
  hash: string,
  address: string,
): Promise<{ purpose: P; subject: string }> {
  const now = clock.now();
  await countAttempt(database.query, now, limitsOf(opened, hash, address));
  return checkLink(database.db, purposes, hash, now);
}
