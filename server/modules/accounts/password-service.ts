import { randomUUID } from 'node:crypto';
import type { Deps } from '../../core/app/deps.ts';
import { defineJob } from '../../core/app/module.ts';
import { AppError } from '../../core/base/errors.ts';
import { countAttempt, limitOfMails, limitsOf, resetAttempts } from '../../core/http/rate-limit.ts';
import { domainOf } from '../../core/identity/email-domain.ts';
import { checkLink, isIssued, issueLink, redeemLink, revokeSecrets } from '../../core/mail/one-time-links.ts';
import { hashPassword } from '../../core/session/passwords.ts';
import { companyOnlyLetter, passwordChangedLetter, resetLetter } from './letters.ts';
import { findCredentials, isCompanyOnly, writePassword } from './repository.ts';
import { revokeAll } from './session-repository.ts';
import { signIns } from './session-service.ts';

const resets = limitOfMails('password-reset');
/** Lifetime of the link. */
const resetSeconds = 60 * 60;

/** Mails a link if the address has an account; `id` is the link's id. Idempotent. */
export const passwordResetJob = defineJob<{ id: string; email: string }>({
  name: 'password-reset',
  retryFor: 'hours',
  run: async ({ unit, clock }, { id, email }) => {
    await unit(async ({ query, post }) => {
      const account = await findCredentials(query, email);
      if (!account || (await isIssued(query, id))) return;
      if (await isCompanyOnly(query, account.id, domainOf(account.email)))
        return post(companyOnlyLetter(account.email), id);
      const link = { id, purpose: 'password-reset', subject: String(account.id), now: clock.now() } as const;
      await post(resetLetter(account.email, await issueLink(query, { ...link, seconds: resetSeconds })));
    });
  },
});

/**
 * Enqueues the work without looking anything up, so that neither the response nor its timing reveals whether the
 * address has an account.
 */
export async function requestPasswordReset(deps: Deps, email: string, address: string): Promise<void> {
  await countAttempt(deps.database.query, deps.clock.now(), limitsOf(resets, email, address));
  await deps.jobs.send(passwordResetJob, { id: randomUUID(), email });
}

/** Sets the password, ends every session, and revokes secrets that another person may have requested for the account. */
export async function resetPassword(deps: Deps, { hash, password }: { hash: string; password: string }): Promise<void> {
  const { database, unit, clock } = deps;
  const now = clock.now();
  await checkLink(database.query, 'password-reset', hash, now);
  // Before the transaction, which may hold the only connection.
  const passwordHash = await hashPassword(password);
  await unit(async ({ post, query }) => {
    const { subject } = await redeemLink(query, 'password-reset', hash, now);
    const email = await writePassword(query, Number(subject), { passwordHash, now });
    if (email === undefined) throw new AppError('link_wrong');
    await revokeAll(query, Number(subject), now);
    await revokeSecrets(query, ['email-change', 'email-code'], subject, now);
    // A user who was locked out after wrong passwords can sign in again.
    await resetAttempts(query, limitsOf(signIns, email, '').slice(0, 1));
    await post(passwordChangedLetter(email));
  });
}
