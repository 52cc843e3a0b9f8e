import { lt } from 'drizzle-orm';
import type { Transporter } from 'nodemailer';
import type { Clock } from '../base/clock.ts';
import type { Database } from '../database/database.ts';
import type { Environment } from '../environment/environment.ts';
import { outbox } from '../tables/accounts.ts';
import type { Letter, RenderedMail } from './mail-text.ts';

/** A mail on its way. */
export interface Outgoing extends RenderedMail {
  id: string;
  letter: Letter;
}

/** Delivers a mail; throws {@link RefusedMail} where trying again would not help. */
export type Transport = (mail: Outgoing) => Promise<void>;

/** The mail server does not take this mail, and will not take it later. */
export class RefusedMail extends Error {}

/** How long a mail server may take for one step, in milliseconds. */
const timeout = 20_000;
const keptMilliseconds = 7 * 24 * 60 * 60 * 1000;

/** The way out that the environment names. */
export function createTransport(parts: { config: Environment; database: Database; clock: Clock }): Transport {
  const { config } = parts;
  return config.smtpUrl === undefined ? toOutbox(parts) : overSmtp(config.smtpUrl, config);
}

/** Keeps mails in the database, each once however often its job runs; those of a week ago are dropped. */
function toOutbox({ database: { db }, clock }: { database: Database; clock: Clock }): Transport {
  return async ({ id, letter, text, html }) => {
    const createdAt = clock.now();
    await db.delete(outbox).where(lt(outbox.createdAt, new Date(createdAt.getTime() - keptMilliseconds)));
    await db
      .insert(outbox)
      .values({ id, recipient: letter.to, subject: letter.subject, text, html, createdAt })
      .onConflictDoNothing();
  };
}

function overSmtp(url: string, { mailFrom, publicUrl }: Environment): Transport {
  const host = new URL(publicUrl).hostname;
  let transporter: Promise<Transporter> | undefined;
  return async ({ id, letter, text, html }) => {
    // Loaded with the first mail: most starts send none.
    transporter ??= import('nodemailer').then(({ createTransport: create }) =>
      create({ url, connectionTimeout: timeout, greetingTimeout: timeout, socketTimeout: timeout }),
    );
    const sender = await transporter;
    try {
      await sender.sendMail({
        from: mailFrom,
        // As an object, or a comma in it would make two recipients.
        to: { name: '', address: letter.to },
        ...(letter.replyTo && { replyTo: { name: '', address: letter.replyTo } }),
        subject: letter.subject,
        text,
        html,
        messageId: `<${id}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    } catch (error) {
      throw isFinal(error) ? new RefusedMail(`The mail server has refused it: ${(error as Error).message}`) : error;
    }
  };
}

/** A recipient or a message that is refused with 5xx; a refused sign-in is for the operator to mend. */
function isFinal(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500;
}
