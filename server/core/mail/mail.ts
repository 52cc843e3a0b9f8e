import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../base/clock.ts';
import type { Database } from '../database/database.ts';
import type { Environment } from '../environment/environment.ts';
import type { Secrets } from '../environment/secrets.ts';
import type { Job } from '../jobs/define-job.ts';
import type { Jobs, Send } from '../jobs/jobs.ts';
import { type MailKind, mailKinds } from './mail-kinds.ts';
import { type Letter, renderMail } from './mail-text.ts';
import { createTransport, RefusedMail, type Transport } from './mail-transport.ts';
import { isGood } from './one-time-links.ts';

/**
 * Enqueues a mail within a transaction. With an `id` (a uuid) it is sent once, however often it is enqueued: for a job
 * that, when it runs again, has no other way to know that it has already sent the mail.
 */
export type Post = (letter: Letter, id?: string) => Promise<void>;

/** Mails, each sent by a job: only committed changes are mailed, and a mail server outage loses no mail. */
export interface Mail {
  /** Posts mails as jobs of a transaction, so that they are sent only if it commits. */
  within: (send: Send) => Post;
}

interface MailJob {
  /** The mail's Message-ID, so that a mail sent twice after a crash is recognized as the same. */
  id: string;
  /** Encrypted, because most mails contain a secret. */
  sealed: string;
}

/**
 * How long a mail being sent may still take when the server stops, in milliseconds; an unfinished one is sent again.
 */
const stopTimeout = 3000;

/** The dependencies for rendering and sending mails. */
export interface MailParts {
  config: Environment;
  database: Database;
  jobs: Jobs;
  clock: Clock;
  secrets: Secrets;
  log: FastifyBaseLogger;
}

/** Mails through `SMTP_URL`, or into the development outbox without it. */
export function createMail(parts: MailParts): Mail {
  const { config, database, jobs, clock, secrets, log } = parts;
  let transport: Transport | undefined;

  const deliver = async ({ id, sealed }: MailJob, signal: AbortSignal) => {
    const letter = JSON.parse(secrets.decrypt(sealed)) as Letter;
    // The secret was used, replaced or revoked in the meantime, so its link would no longer work.
    if (letter.secretId !== undefined && !(await isGood(database.query, letter.secretId, clock.now()))) {
      log.info({ mail: id }, 'a mail was dropped because its link or code is no longer valid');
      return;
    }
    transport ??= createTransport(parts);
    try {
      await endingSoon(transport({ id, letter, ...renderMail(letter, config.publicUrl) }), signal);
    } catch (error) {
      // A retry would not help: the mailbox does not exist.
      if (!(error instanceof RefusedMail)) throw error;
      log.warn({ err: error, mail: id }, 'a mail was permanently rejected');
    }
  };
  const jobOf = (kind: MailKind): Job<MailJob, typeof deliver> => {
    const { job, concurrency } = mailKinds[kind];
    return { name: job, run: (send, mail, signal) => send(mail, signal), retryFor: 'hours', concurrency };
  };
  for (const kind of Object.keys(mailKinds) as MailKind[]) jobs.register(jobOf(kind), deliver);

  return {
    within:
      (send) =>
      (letter, id = randomUUID()) =>
        send(jobOf(letter.kind), { id, sealed: secrets.encrypt(JSON.stringify(letter)) }, id),
  };
}

/** Waits for the work; once the signal is aborted, at most for the stop timeout, and then throws its reason. */
async function endingSoon(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  const limit = () => {
    timer = setTimeout(() => reject(signal.reason), stopTimeout);
  };
  if (signal.aborted) limit();
  else signal.addEventListener('abort', limit, { once: true });
  try {
    await Promise.race([work, tooLate]);
  } finally {
    signal.removeEventListener('abort', limit);
    clearTimeout(timer);
  }
}
