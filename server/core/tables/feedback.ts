import { index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { moment } from './moment.ts';

/** What people have said of the product, whether it could be mailed to somebody or not. */
export const feedback = pgTable(
  'feedback',
  {
    id: serial().primaryKey(),
    /** Who has sent it; it stays when the account goes. */
    accountId: integer('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    message: text().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    /** The event that it tells of, where it was sent from an error. */
    uid: text(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('feedback_account').on(table.accountId)],
);
