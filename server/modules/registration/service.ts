import { randomUUID } from 'node:crypto';
import { tooManyResends } from '@quartermaster/contract/errors.ts';
import type { Deps } from '../../core/app/deps.ts';
import { defineJob } from '../../core/app/module.ts';
import { countAttempt, limitOfMails, limitsOf } from '../../core/http/rate-limit.ts';
import { checkLink, findLatestLink, isIssued, issueLink, redeemLink } from '../../core/mail/one-time-links.ts';
import { hashPassword } from '../../core/session/passwords.ts';
import { findCredentials, insertAccount } from '../accounts/repository.ts';
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
  run: async ({ mail, clock }, { id, email, name }) => {
    const subject = email.toLowerCase();
    await mail.transaction(async (tx, post) => {
      if (await isIssued(tx, id)) return;
      if (await findCredentials(tx, email)) return post(alreadyRegisteredLetter(email), id);
      const data = name === undefined ? (await findLatestLink(tx, 'registration', subject))?.data : { name, email };
      if (!data) return;
      const secret = await issueLink(tx, { id, purpose: 'registration', subject, data, now: clock.now() });
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

/** Creates the account that a link was mailed for. */
export async function confirmRegistration(deps: Deps, { hash, password }: { hash: string; password: string }) {
  const { database, clock } = deps;
  const now = clock.now();
  await checkLink(database.db, 'registration', hash, now);
  // Before the transaction, which may hold the only connection.
  const passwordHash = await hashPassword(password);
  await database.transaction(async (tx) => {
    const { name = '', email = '' } = (await redeemLink(tx, 'registration', hash, now)).data;
    await insertAccount(tx, { name, email, passwordHash, createdAt: now });
  });
}
