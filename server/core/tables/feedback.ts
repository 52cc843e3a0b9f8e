import { index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { moment } from './moment.ts';

/** Feedback from users, whether or not it could be mailed. */
export const feedback = pgTable(
  'feedback',
  {
    id: serial().primaryKey(),
    /** The author; feedback is retained when the account is deleted. */
    accountId: integer('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    message: text().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    /** Id of the related error event, if sent from an error. */
    uid: text(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('feedback_account').on(table.accountId)],
);
