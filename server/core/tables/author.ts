import { integer, text } from 'drizzle-orm/pg-core';

/** Columns: who has made a change, and through which feature. The account is null for an actor without one. */
export const author = () => ({
  accountId: integer('account_id'),
  actor: text().notNull().default('account'),
  origin: text().notNull().default('form'),
});
