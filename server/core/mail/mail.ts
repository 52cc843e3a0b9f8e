import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../base/clock.ts';
import type { Database, Db, Query } from '../database/database.ts';
import type { Environment } from '../environment/environment.ts';
import type { Secrets } from '../environment/secrets.ts';
import type { Job } from '../jobs/define-job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { type MailKind, mailKinds } from './mail-kinds.ts';
import { type Letter, renderMail } from './mail-text.ts';
import { createTransport, RefusedMail, type Transport } from './mail-transport.ts';
import { isGood } from './one-time-links.ts';

/**
 * Hands in a mail within a transaction. With an `id` (a uuid) it goes out once, however often it is handed in: for a job
 * that leaves nothing else by which it would know, when it is run again, that it has mailed already.
 */
export type Post = (letter: Letter, id?: string) => Promise<void>;

/** Mails, each sent by a job: what is told of has happened, and a mail server that is away for a while costs no mail. */
export interface Mail {
  /** Runs a transaction; the mails that it posts go out when it commits, and only then. */
  transaction: <T>(work: (tx: Db, post: Post, query: Query) => Promise<T>) => Promise<T>;
}

interface MailJob {
  /** The mail's Message-ID, so that a mail which is sent twice after a crash is known to be the same. */
  id: string;
  /** Encrypted, as most mails carry a secret. */
  sealed: string;
}

/** In milliseconds, how long a mail on its way may still take once the server stops: one that is left is sent again. */
const stopTimeout = 3000;

/** What mails are made of and sent with. */
export interface MailParts {
  config: Environment;
  database: Database;
  jobs: Jobs;
  clock: Clock;
  secrets: Secrets;
  log: FastifyBaseLogger;
}

/** Mails over `SMTP_URL`, or into the outbox of development without it. */
export function createMail(parts: MailParts): Mail {
  const { config, database, jobs, clock, secrets, log } = parts;
  let transport: Transport | undefined;

  const deliver = async ({ id, sealed }: MailJob, signal: AbortSignal) => {
    const letter = JSON.parse(secrets.decrypt(sealed)) as Letter;
    // What it leads to was used, replaced or taken back while it waited: nobody is to be sent there any more.
    if (letter.secretId !== undefined && !(await isGood(database.db, letter.secretId, clock.now()))) {
      log.info({ mail: id }, 'a mail was dropped, as what it carries is no longer good');
      return;
    }
    transport ??= createTransport(parts);
    try {
      await endingSoon(transport({ id, letter, ...renderMail(letter, config.publicUrl) }), signal);
    } catch (error) {
      // Trying again would not help: there is no such mailbox.
      if (!(error instanceof RefusedMail)) throw error;
      log.warn({ err: error, mail: id }, 'a mail was refused for good');
    }
  };
  const jobOf = (kind: MailKind): Job<MailJob, typeof deliver> => {
    const { job, concurrency } = mailKinds[kind];
    return { name: job, run: (send, mail, signal) => send(mail, signal), retryFor: 'hours', concurrency };
  };
  for (const kind of Object.keys(mailKinds) as MailKind[]) jobs.register(jobOf(kind), deliver);

  return {
    transaction: (work) =>
      jobs.transaction((tx, send, query) => {
        const post: Post = (letter, id = randomUUID()) =>
          send(jobOf(letter.kind), { id, sealed: secrets.encrypt(JSON.stringify(letter)) }, id);
        return work(tx, post, query);
      }),
  };
}

/** Waits for the work, but once the signal has come no longer than the stop may take, and then throws its reason. */
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
