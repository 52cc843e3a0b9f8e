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
  /** Id of the link that the job issues, or of the mail sent instead. */
  id: string;
  account_id: number;
  email: string;
  /** When the requesting session was issued, in Unix seconds. */
  issued_at: number;
}

/** Mails a link to the new address, or a notice if that address already has an account; idempotent. */
export const emailChangeJob = defineJob<EmailChange>({
  name: 'email-change',
  retryFor: 'hours',
  run: async ({ unit, clock }, { id, account_id, email, issued_at }) => {
    const subject = String(account_id);
    await unit(async ({ query, post }) => {
      if (await isIssued(query, id)) return;
      // A password reset has ended the requesting session, and so also the email change that it started.
      const account = await lockAccount(query, account_id);
      if (!account || account.sessionsSince > issued_at) return;
      if (await findCredentials(query, email)) return post(emailTakenLetter(email), id);
      const link = { id, purpose: 'email-change', subject, data: { email }, now: clock.now() } as const;
      await post(newEmailLetter(email, await issueLink(query, link)));
    });
  },
});

const codes = limitOfMails('email-code');

async function getAccount({ database }: Deps, accountId: number) {
  const account = await findAccount(database.query, accountId);
  if (!account) throw new AppError('session_expired');
  return account;
}

/** Mails a code to the account's current address. */
export async function requestEmailCode(deps: Deps, accountId: number, address: string): Promise<void> {
  const now = deps.clock.now();
  await countAttempt(deps.database.query, now, limitsOf(codes, String(accountId), address));
  const { email } = await getAccount(deps, accountId);
  await deps.unit(async ({ query, post }) => {
    const code = await issueCode(query, 'email-code', String(accountId), { secrets: deps.secrets, now });
    await post(codeLetter(email, code));
  });
}

const wrongCode = {
  wrong: 'This code is not correct. Use the one in the latest mail that we sent you.',
  over: 'This code is no longer good. Send a new one.',
} as const;

/** Uses up the code and enqueues the mail to the new address; does not reveal whether that address has an account. */
export async function changeEmail(
  deps: Deps,
  { accountId, issuedAt }: Caller,
  input: { email: string; code: string },
): Promise<void> {
  const { unit, secrets, clock } = deps;
  const account = await getAccount(deps, accountId);
  const { email } = input;
  if (email.toLowerCase() === account.email.toLowerCase())
    throw new AppError('invalid', { fields: { email: 'This is your email address already' } });
  const verdict = await unit(async ({ query, send }) => {
    const found = await useCode(query, 'email-code', String(accountId), input.code, { secrets, now: clock.now() });
    const change = { id: randomUUID(), account_id: accountId, email, issued_at: issuedAt };
    if (found === 'right') await send(emailChangeJob, change);
    return found;
  });
  if (verdict !== 'right') throw new AppError('invalid', { fields: { code: wrongCode[verdict] } });
}

/**
 * Changes the account's address and notifies the old one; throws 409 if another account has taken the address in the
 * meantime.
 */
export async function completeEmailChange(deps: Deps, hash: string): Promise<{ email: string }> {
  const now = deps.clock.now();
  return deps.unit(async ({ query, post }) => {
    const { subject, data } = await redeemLink(query, 'email-change', hash, now);
    const { email = '' } = data;
    const account = await findAccount(query, Number(subject));
    if (!account) throw new AppError('link_wrong');
    const holder = await findCredentials(query, email);
    if (holder && holder.id !== account.id)
      throw new AppError('taken', { message: 'Another account has this email address already.' });
    await writeEmail(query, account.id, email);
    // Mails sent to the old address must no longer give access to the account.
    await revokeSecrets(query, ['password-reset', 'email-code'], subject, now);
    await post(emailChangedLetter(account.email, email));
    return { email };
  });
}
