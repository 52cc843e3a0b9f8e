import type { Transporter } from 'nodemailer';
import type { Clock } from '../base/clock.ts';
import type { Database } from '../database/database.ts';
import type { Environment } from '../environment/environment.ts';
import type { Letter, RenderedMail } from './mail-text.ts';

/** A mail to be delivered. */
export interface Outgoing extends RenderedMail {
  id: string;
  letter: Letter;
}

/** Delivers a mail; throws {@link RefusedMail} if a retry would not help. */
export type Transport = (mail: Outgoing) => Promise<void>;

/** The mail server permanently rejects this mail. */
export class RefusedMail extends Error {}

/** Timeout of one SMTP step, in milliseconds. */
const timeout = 20_000;
const keepOpenMilliseconds = 7 * 24 * 60 * 60 * 1000;

/** The configured transport. */
export function createTransport(parts: { config: Environment; database: Database; clock: Clock }): Transport {
  const { config } = parts;
  return config.smtpUrl === undefined ? toOutbox(parts) : overSmtp(config.smtpUrl, config);
}

/** Stores mails in the database, once each however often the job runs; mails older than a week are deleted. */
function toOutbox({ database: { query }, clock }: { database: Database; clock: Clock }): Transport {
  return async ({ id, letter, text, html }) => {
    const createdAt = clock.now();
    await query('delete from outbox where created_at < $1', [new Date(createdAt.getTime() - keepOpenMilliseconds)]);
    await query(
      `insert into outbox (id, recipient, subject, text, html, created_at) values ($1, $2, $3, $4, $5, $6)
        on conflict do nothing`,
      [id, letter.to, letter.subject, text, html, createdAt],
    );
  };
}

function overSmtp(url: string, { mailFrom, publicUrl }: Environment): Transport {
  const host = new URL(publicUrl).hostname;
  let transporter: Promise<Transporter> | undefined;
  return async ({ id, letter, text, html }) => {
    // Loaded with the first mail: most server runs send none.
    transporter ??= import('nodemailer').then(({ createTransport: create }) =>
      create({ url, connectionTimeout: timeout, greetingTimeout: timeout, socketTimeout: timeout }),
    );
    const sender = await transporter;
    try {
      await sender.sendMail({
        from: mailFrom,
        // As an object, because a comma in a string would make two recipients.
        to: { name: '', address: letter.to },
        ...(letter.replyTo && { replyTo: { name: '', address: letter.replyTo } }),
        subject: letter.subject,
        text,
        html,
        messageId: `<${id}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribing(letter, publicUrl) },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    } catch (error) {
      throw isFinal(error) ? new RefusedMail(`The mail server rejected it: ${(error as Error).message}`) : error;
    }
  };
}

/** Headers with which mail programs offer to end such mails, with one click: RFC 2369 and 8058. */
const unsubscribing = ({ unsubscribePath }: Letter, publicUrl: string): Record<string, string> =>
  unsubscribePath === undefined
    ? {}
    : {
        'List-Unsubscribe': `<${publicUrl}${unsubscribePath}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };

/** True for a recipient or message rejected with 5xx; a rejected sign-in can be fixed by the operator. */
function isFinal(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500;
}
