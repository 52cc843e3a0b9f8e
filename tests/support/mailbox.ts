import type { App } from '../../server/core/app/deps.ts';
import { eventually } from './eventually.ts';
import { hasJobs } from './server-database.ts';

/** A received mail. */
export interface ReceivedMail {
  recipient: string;
  subject: string;
  text: string;
  html: string;
}

/** Every mail of the outbox, oldest first. */
export const mailsOf = ({ deps: { database } }: App): Promise<ReceivedMail[]> =>
  database.query<ReceivedMail>('select recipient, subject, text, html from outbox order by created_at, id', []);

/** Waits until an address has received this many mails, and returns the last one. */
export function mailTo(app: App, recipient: string, count = 1): Promise<ReceivedMail> {
  return eventually(async () => {
    const mails = (await mailsOf(app)).filter((mail) => mail.recipient === recipient);
    const last = mails.at(-1);
    if (!last || mails.length < count) throw new Error(`${recipient} has ${mails.length} mails.`);
    return last;
  });
}

/** Waits until an address has received a mail with this subject, and returns it. */
export function mailAbout(app: App, recipient: string, subject: string): Promise<ReceivedMail> {
  return eventually(async () => {
    const mails = await mailsOf(app);
    const found = mails.find((mail) => mail.recipient === recipient && mail.subject === subject);
    if (!found) throw new Error(`${recipient} has no mail about “${subject}”.`);
    return found;
  });
}

/**
 * Waits until every enqueued job has run, and thus every mail is sent. Call it after each test that sends mail,
 * otherwise the next test finds those mails in its outbox. Periodic singleton jobs, which send no mail, are not
 * waited for.
 */
export async function allSent({ deps: { database } }: App): Promise<void> {
  if (!(await hasJobs(database))) return;
  await eventually(async () => {
    const open = await database.query<{ name: string; state: string }>(
      "select name, state from pgboss.job where state in ('created', 'retry', 'active') and singleton_key is null",
      [],
    );
    if (open.length > 0) throw new Error(`${open.map(({ name }) => name).join(', ')} did not run yet.`);
  });
}

/** The addresses in a mail’s plain text and HTML, which have to be the same. */
export function linksOf({ text, html }: Pick<ReceivedMail, 'text' | 'html'>): { text: URL[]; html: URL[] } {
  const urls = (found: Iterable<RegExpExecArray>) =>
    [...found].map(([, url = '']) => new URL(url.replaceAll('&amp;', '&')));
  return { text: urls(text.matchAll(/(https?:\/\/\S+)/g)), html: urls(html.matchAll(/ href="([^"]+)"/g)) };
}

/** The secret in the main link of a mail. */
export function hashOf(mail: Pick<ReceivedMail, 'text' | 'html'>): string {
  const { text } = linksOf(mail);
  const hash = text.map(({ searchParams }) => searchParams.get('hash')).find((found) => found !== null);
  if (!hash) throw new Error(`No link with a secret is in: ${mail.text}`);
  return hash;
}
