import { waitFor } from '@testing-library/react';
import { issueLink, type NewLink } from '../../server/core/mail/one-time-links.ts';
import type { TestServer } from './server.ts';

/** The secret of a link as in a mail. */
export const linkFor = ({ app, clock }: TestServer, link: Omit<NewLink, 'now'>): Promise<string> =>
  app.deps.database.transaction(async (query) => (await issueLink(query, { ...link, now: clock.now() })).text);

/** Waits until a mail to an address arrives, and returns path and query of its link. */
export async function mailedPath({ app }: TestServer, address: string, path: string): Promise<string> {
  return waitFor(async () => {
    const mails = await app.deps.database.query<{ text: string }>('select text from outbox where recipient = $1', [
      address,
    ]);
    const url = mails.flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? []).find((link) => link.includes(path));
    if (url === undefined) throw new Error(`No mail to ${address} with ${path} yet.`);
    const { pathname, search } = new URL(url);
    return pathname + search;
  });
}
