import type { Deps } from '../../core/app/deps.ts';
import { type ActionLimit, countAttempt, limitsOf } from '../../core/http/rate-limit.ts';
import { findAccount } from '../accounts/repository.ts';
import { feedbackLetter } from './letters.ts';
import { type Feedback, insertFeedback } from './repository.ts';

/** 10 an hour from one user and 50 from one network are manageable; more is spam. */
const limit: ActionLimit = { action: 'feedback', ofSubject: 10, ofAddress: 50, seconds: 60 * 60 };

/** Stores feedback and mails it to its configured recipient. */
export async function storeFeedback(
  { database, unit, config, clock }: Pick<Deps, 'database' | 'unit' | 'config' | 'clock'>,
  feedback: Feedback,
  address: string,
): Promise<void> {
  const now = clock.now();
  await countAttempt(database.query, now, limitsOf(limit, String(feedback.accountId), address));
  const to = config.feedbackEmail;
  if (to === undefined) return insertFeedback(database.query, feedback, now);
  await unit(async ({ query, post }) => {
    await insertFeedback(query, feedback, now);
    const account = await findAccount(query, feedback.accountId);
    const name = feedback.name || account?.name || 'Someone';
    await post(feedbackLetter(to, { ...feedback, name, email: feedback.email || account?.email || '' }));
  });
}
