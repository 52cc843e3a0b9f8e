import type { Deps } from '../../core/app/deps.ts';
import { type ActionLimit, countAttempt, limitsOf } from '../../core/http/rate-limit.ts';
import { findAccount } from '../accounts/repository.ts';
import { feedbackLetter } from './letters.ts';
import { insertFeedback } from './repository.ts';

/** 10 an hour from one user and 50 from one network are manageable; more is spam. */
const limit: ActionLimit = { action: 'feedback', ofSubject: 10, ofAddress: 50, seconds: 60 * 60 };

interface Feedback {
  accountId: number;
  message: string;
  name: string;
  email: string;
  uid: string | undefined;
}

/** Stores feedback and mails it to its configured recipient. */
export async function storeFeedback(
  { database, unit, config, clock }: Pick<Deps, 'database' | 'unit' | 'config' | 'clock'>,
  { uid, ...feedback }: Feedback,
  address: string,
): Promise<void> {
  const now = clock.now();
  await countAttempt(database.query, now, limitsOf(limit, String(feedback.accountId), address));
  const row = { ...feedback, uid: uid ?? null, createdAt: now };
  const to = config.feedbackEmail;
  if (to === undefined) return insertFeedback(database.db, row);
  await unit(async ({ tx, post }) => {
    await insertFeedback(tx, row);
    const account = await findAccount(tx, feedback.accountId);
    const name = feedback.name || account?.name || 'Someone';
    await post(feedbackLetter(to, { ...feedback, uid, name, email: feedback.email || account?.email || '' }));
  });
}
