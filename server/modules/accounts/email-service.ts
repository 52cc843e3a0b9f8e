import { randomUUID } from 'node:crypto';
import type { Deps } from '../../core/app/deps.ts';
import { defineJob } from '../../core/app/module.ts';
import { AppError } from '../../core/base/errors.ts';
import { countAttempt, limitOfMails, limitsOf } from '../../core/http/rate-limit.ts';
import { issueCode, useCode } from '../../core/mail/one-time-codes.ts';
import { isIssued, issueLink, redeemLink, revokeSecrets } from '../../core/mail/one-time-links.ts';
import type { Caller } from '../../core/session/access.ts';
import { codeLetter, emailChangedLetter, emailTakenLetter, newEmailLetter } from './letters.ts';
import { findAccount, findCredentials, lockAccount, writeEmail } from './repository.ts';

interface EmailChange {
  /** Of the link that the job makes, or else of its mail. */
  id: string;
  account_id: number;
  email: string;
  /** Of the session that has asked, in Unix seconds. */
  issued_at: number;
}

/** Mails a link to the new address, or that it has an account; run again, it mails nothing twice. */
export const emailChangeJob = defineJob<EmailChange>({
  name: 'email-change',
  retryFor: 'hours',
  run: async ({ mail, clock }, { id, account_id, email, issued_at }) => {
    const subject = String(account_id);
    await mail.transaction(async (tx, post) => {
      if (await isIssued(tx, id)) return;
      // A new password has ended the session that asked, and with it whatever that one had begun.
      const account = await lockAccount(tx, account_id);
      if (!account || account.sessionsSince > issued_at) return;
      if (await findCredentials(tx, email)) return post(emailTakenLetter(email), id);
      const link = { id, purpose: 'email-change', subject, data: { email }, now: clock.now() } as const;
      await post(newEmailLetter(email, await issueLink(tx, link)));
    });
  },
});

const codes = limitOfMails('email-code');

async function getAccount({ database }: Deps, accountId: number) {
  const account = await findAccount(database.db, accountId);
  if (!account) throw new AppError('session_expired');
  return account;
}

/** Mails a code to the address that the account has. */
export async function requestEmailCode(deps: Deps, accountId: number, address: string): Promise<void> {
  const now = deps.clock.now();
  await countAttempt(deps.database.query, now, limitsOf(codes, String(accountId), address));
  const { email } = await getAccount(deps, accountId);
  await deps.mail.transaction(async (tx, post) => {
    const code = await issueCode(tx, 'email-code', String(accountId), { secrets: deps.secrets, now });
    await post(codeLetter(email, code));
  });
}

const wrongCode = {
  wrong: 'This code is not right. Look at the newest mail that we sent you.',
  over: 'This code is no longer good. Send a new one.',
} as const;

/** Uses the code up and hands in the mail to the new address; whether that one has an account is not told. */
export async function changeEmail(
  deps: Deps,
  { accountId, issuedAt }: Caller,
  input: { email: string; code: string },
): Promise<void> {
  const { jobs, secrets, clock } = deps;
  const account = await getAccount(deps, accountId);
  const { email } = input;
  if (email.toLowerCase() === account.email.toLowerCase())
    throw new AppError('invalid', { fields: { email: 'This is your email address already' } });
  const verdict = await jobs.transaction(async (tx, send) => {
    const found = await useCode(tx, 'email-code', String(accountId), input.code, { secrets, now: clock.now() });
    const change = { id: randomUUID(), account_id: accountId, email, issued_at: issuedAt };
    if (found === 'right') await send(emailChangeJob, change);
    return found;
  });
  if (verdict !== 'right') throw new AppError('invalid', { fields: { code: wrongCode[verdict] } });
}

/** Gives the account its new address and tells the old one; 409 where another account has got it meanwhile. */
export async function completeEmailChange(deps: Deps, hash: string): Promise<{ email: string }> {
  const now = deps.clock.now();
  return deps.mail.transaction(async (tx, post) => {
    const { subject, data } = await redeemLink(tx, 'email-change', hash, now);
    const { email = '' } = data;
    const account = await findAccount(tx, Number(subject));
    if (!account) throw new AppError('link_wrong');
    const holder = await findCredentials(tx, email);
    if (holder && holder.id !== account.id)
      throw new AppError('taken', { message: 'Another account has this email address already.' });
    await writeEmail(tx, account.id, email);
    // What was mailed to the old address opens the account no longer.
    await revokeSecrets(tx, ['password-reset', 'email-code'], subject, now);
    await post(emailChangedLetter(account.email, email));
    return { email };
  });
}
