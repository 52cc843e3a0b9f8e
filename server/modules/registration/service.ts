import { randomUUID } from 'node:crypto';
import type { Offer } from '@quartermaster/contract/endpoints/people/members.ts';
import { tooManyResends } from '@quartermaster/contract/errors.ts';
import type { Deps } from '../../core/app/deps.ts';
import { defineJob } from '../../core/app/module.ts';
import { AppError } from '../../core/base/errors.ts';
import { countAttempt, limitOfMails, limitsOf } from '../../core/http/rate-limit.ts';
import { assertLinkWorks } from '../../core/mail/link-check.ts';
import { checkLink, findLatestLink, isIssued, issueLink, redeemLink } from '../../core/mail/one-time-links.ts';
import { hashPassword } from '../../core/session/passwords.ts';
import { findCredentials, insertAccount } from '../accounts/repository.ts';
import { join, readOffer } from '../members/join-service.ts';
import { alreadyRegisteredLetter, confirmLetter } from './letters.ts';

interface RegistrationData {
  /** Id of the link that the job issues, or of the mail sent instead. */
  id: string;
  email: string;
  /** Omitted when the mail of an earlier registration is sent again. */
  name?: string;
}

/** Decides what to mail to an address that was entered; idempotent. */
export const registrationJob = defineJob<RegistrationData>({
  name: 'registration',
  retryFor: 'hours',
  run: async ({ unit, clock }, { id, email, name }) => {
    const subject = email.toLowerCase();
    await unit(async ({ query, post }) => {
      if (await isIssued(query, id)) return;
      if (await findCredentials(query, email)) return post(alreadyRegisteredLetter(email), id);
      const data = name === undefined ? (await findLatestLink(query, 'registration', subject))?.data : { name, email };
      if (!data) return;
      const secret = await issueLink(query, { id, purpose: 'registration', subject, data, now: clock.now() });
      await post(confirmLetter(email, secret));
    });
  },
});

const registrations = limitOfMails('registration');
const resends = limitOfMails('resend');

/**
 * Enqueues the work without looking anything up, so that neither the response nor its timing reveals whether the
 * address has an account.
 */
export async function register(deps: Deps, { name, email }: { name: string; email: string }, address: string) {
  await countAttempt(deps.database.query, deps.clock.now(), limitsOf(registrations, email, address));
  await deps.jobs.send(registrationJob, { id: randomUUID(), email, name });
}

/**
 * Sends the mail of an earlier registration again; an address that was never registered gets no mail, but the response
 * is the same.
 */
export async function resend(deps: Deps, email: string, address: string) {
  await countAttempt(deps.database.query, deps.clock.now(), limitsOf(resends, email, address), tooManyResends);
  await deps.jobs.send(registrationJob, { id: randomUUID(), email });
}

/** Checks whether a link to a new account still works; returns the content of an invitation, or the address of a registration. */
export async function checkConfirmationLink(
  deps: Deps,
  hash: string,
  address: string,
): Promise<{ invitation: Offer } | { email: string }> {
  const { purpose, subject } = await assertLinkWorks(deps, ['registration', 'invitation'], hash, address);
  return purpose === 'invitation' ? { invitation: await readOffer(deps, subject) } : { email: subject };
}

const longestName = 32;
const knownAddress = 'This email address has an account already. Sign in with it to accept the invitation.';

interface Confirmation {
  hash: string;
  password: string;
  /** Set for an invited user, who has not entered a name before. */
  account_name?: string | undefined;
}

/** Creates the account of a mailed link; for an invitation, the account also joins the workspace. */
export async function confirmRegistration(deps: Deps, { hash, password, account_name }: Confirmation) {
  const { database, unit, clock } = deps;
  const now = clock.now();
  const { purpose, subject } = await checkLink(database.query, ['registration', 'invitation'], hash, now);
  // Before the transaction, which may hold the only connection.
  const passwordHash = await hashPassword(password);
  if (purpose === 'invitation') {
    await unit(({ query }) =>
      join(query, { subject, hash, now }, async ({ email }) => {
        if (await findCredentials(query, email)) throw new AppError('taken', { message: knownAddress });
        const name = account_name ?? email.replace(/@.*/s, '').slice(0, longestName);
        return insertAccount(query, { name, email, passwordHash, createdAt: now });
      }),
    );
    return;
  }
  await unit(async ({ query }) => {
    const { name = '', email = '' } = (await redeemLink(query, 'registration', hash, now)).data;
    await insertAccount(query, { name, email, passwordHash, createdAt: now });
  });
}
