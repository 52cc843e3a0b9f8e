import type { Query } from '../../core/database/database.ts';

/** A mail in the outbox without its content. */
export interface MailHeader {
  id: string;
  recipient: string;
  subject: string;
  createdAt: Date;
}

interface Mail extends MailHeader {
  text: string;
  html: string;
}

const header = 'id, recipient, subject, created_at as "createdAt"';

/** Newest first. */
export const listMails = (query: Query, most: number): Promise<MailHeader[]> =>
  query(`select ${header} from outbox order by created_at desc, id desc limit $1`, [most]);

export const findMail = async (query: Query, id: string): Promise<Mail | undefined> =>
  (await query<Mail>(`select ${header}, text, html from outbox where id = $1`, [id]))[0];
