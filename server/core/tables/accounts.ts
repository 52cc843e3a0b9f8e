import { sql } from 'drizzle-orm';
import { index, integer, pgTable, serial, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';

/** People who can sign in; `email` is kept as typed and unique without regard to case. */
export const accounts = pgTable(
  'accounts',
  {
    id: serial().primaryKey(),
    name: text().notNull(),
    email: text().notNull(),
    /** argon2id, in PHC string format. */
    passwordHash: text('password_hash').notNull(),
    activeInstanceId: integer('active_instance_id').notNull().default(0),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('accounts_email').on(sql`lower(${table.email})`)],
);

/** Refresh tokens, by the hash of their secret; all that descend from one sign-in share a family. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    id: serial().primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    family: uuid().notNull(),
    /** SHA-256 of the token, hex. */
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [index('refresh_tokens_family').on(table.family), index('refresh_tokens_account').on(table.accountId)],
);

/** Fixed-window counters behind the rate limits, shared by all servers on one database. */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  count: integer().notNull(),
  resetsAt: moment('resets_at').notNull(),
});
