import type { Deps } from '../../core/deps.ts';
import type { Letter } from '../../core/mail/mail-text.ts';
import { findAccount } from '../accounts/repository.ts';
import { insertFeedback } from './repository.ts';

interface Feedback {
  accountId: number;
  message: string;
  name: string;
  email: string;
  uid: string | undefined;
}

/** Keeps what somebody says of the product, and mails it to whoever reads that. */
export async function keepFeedback(
  { database, mail, config, clock }: Pick<Deps, 'database' | 'mail' | 'config' | 'clock'>,
  { uid, ...said }: Feedback,
): Promise<void> {
  const row = { ...said, uid: uid ?? null, createdAt: clock.now() };
  const to = config.feedbackEmail;
  if (to === undefined) return insertFeedback(database.db, row);
  await mail.transaction(async (tx, post) => {
    await insertFeedback(tx, row);
    const account = await findAccount(tx, said.accountId);
    const name = said.name || account?.name || 'Somebody';
    await post(letter({ ...said, to, uid, name, email: said.email || account?.email || '' }));
  });
}

const letter = ({ to, name, email, message, uid }: Omit<Feedback, 'accountId'> & { to: string }): Letter => ({
  kind: 'operator',
  to,
  subject: `Feedback from ${name.replaceAll(/\s+/g, ' ')}`,
  headline: `${name} says`,
  sentences: [message],
  note: [email, ...(uid ? [`uid ${uid}`] : [])].join(' - '),
  ...(email && { replyTo: email }),
});
