import { desc, eq } from 'drizzle-orm';
import type { Db } from '../../core/database/database.ts';
import { outbox } from '../../core/tables/all.ts';

/** A mail in the outbox without its content. */
export interface MailHeader {
  id: string;
  recipient: string;
  subject: string;
  createdAt: Date;
}

const header = {
  id: outbox.id,
  recipient: outbox.recipient,
  subject: outbox.subject,
  createdAt: outbox.createdAt,
};

/** Newest first. */
export const listMails = (db: Db, most: number): Promise<MailHeader[]> =>
  db.select(header).from(outbox).orderBy(desc(outbox.createdAt), desc(outbox.id)).limit(most);

export async function findMail(db: Db, id: string): Promise<(MailHeader & { text: string; html: string }) | undefined> {
  const [mail] = await db
    .select({ ...header, text: outbox.text, html: outbox.html })
    .from(outbox)
    .where(eq(outbox.id, id));
  return mail;
}
