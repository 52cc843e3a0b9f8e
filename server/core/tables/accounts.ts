import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, serial, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';

/** User accounts; `email` is stored as typed and unique case-insensitively. */
export const accounts = pgTable(
  'accounts',
  {
    id: serial().primaryKey(),
    name: text().notNull(),
    email: text().notNull(),
    /** argon2id, in PHC string format; empty for an account that a company sign-in created. */
    passwordHash: text('password_hash').notNull(),
    /** Unix seconds; sessions issued earlier are invalid. */
    sessionsSince: bigint('sessions_since', { mode: 'number' }).notNull().default(0),
    /** The sign-ins that were ended so recently that tokens of theirs have not expired. */
    endedSignIns: text('ended_sign_ins').array().notNull().default([]),
    activeInstanceId: integer('active_instance_id').notNull().default(0),
    /** The position of the primary that a replica must have reached before the account reads from it. */
    readPosition: bigint('read_position', { mode: 'number' }).notNull().default(0),
    /** An account has only one trial, even after leaving the workspace of the first one. */
    hadTrial: boolean('had_trial').notNull().default(false),
    /** True if it has a row of second factors: triggers write it, so that the check of a call reads no further row. */
    hasSecondFactor: boolean('has_second_factor').notNull().default(false),
    /** Whether mails tell of mentions in comments. */
    mailsMentions: boolean('mails_mentions').notNull().default(true),
    /** Whether others are shown where the user is. */
    showsPresence: boolean('shows_presence').notNull().default(true),
    /** When the last mail of mentions was sent. */
    mentionsMailedAt: moment('mentions_mailed_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('accounts_email').on(sql`lower(${table.email})`)],
);

/** Sign-ins of accounts, each on one device. */
export const signIns = pgTable(
  'sign_ins',
  {
    /** The family of its refresh tokens. */
    id: uuid().primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** As the browser names itself. */
    userAgent: text('user_agent').notNull(),
    /** How it was done, as in its session tokens; empty for one by password. */
    via: text().notNull().default(''),
    createdAt: moment('created_at').notNull(),
    /** When its user proved again who they are; null if only by signing in. */
    provedAt: moment('proved_at'),
    /** When it got its latest session token. */
    usedAt: moment('used_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [index('sign_ins_account').on(table.accountId, table.usedAt)],
);

/** The second factors of accounts that have one: an authenticator app, passkeys, or both. */
export const secondFactors = pgTable('second_factors', {
  accountId: integer('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  /** Of the one-time passwords, encrypted; null without an authenticator app. */
  secret: text(),
  /** The step of 30 seconds since 1970 whose code was used last: neither it nor one before is accepted again. */
  usedStep: integer('used_step').notNull(),
  /** Keyed hashes of the recovery codes that were not used, hex. */
  recoveryCodes: text('recovery_codes').array().notNull(),
  createdAt: moment('created_at').notNull(),
});

/** Passkeys of accounts. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: serial().primaryKey(),
    /** Removing the second factors removes them. */
    accountId: integer('account_id')
      .notNull()
      .references(() => secondFactors.accountId, { onDelete: 'cascade' }),
    /** As the browser names it, base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE, base64url. */
    publicKey: text('public_key').notNull(),
    /** The counter of its last signature; stays 0 for those that do not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** How the browser reaches it. */
    transports: text().array().notNull(),
    /** True if it can be copied to other devices of its owner, and if it was. */
    canBackUp: boolean('can_back_up').notNull(),
    isBackedUp: boolean('is_backed_up').notNull(),
    name: text().notNull(),
    createdAt: moment('created_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [index('passkeys_account').on(table.accountId)],
);

/** Refresh tokens, by hash; all tokens of one sign-in share a family. */
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

/** Fixed-window counters for rate limits, shared by all servers on one database. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    resetsAt: moment('resets_at').notNull(),
  },
  (table) => [index('rate_limits_reset').on(table.resetsAt)],
);

/** Mailed single-use secrets: links by the hash of their secret, and codes. */
export const oneTimeSecrets = pgTable(
  'one_time_secrets',
  {
    id: uuid().primaryKey(),
    /** Its purpose, e.g. `password-reset`. */
    purpose: text().notNull(),
    /** The subject: the id of an account, a project or an invitation, or an email address in lower case. */
    subject: text().notNull(),
    /** SHA-256 of a link's secret, keyed hash of a code; hex. */
    secretHash: text('secret_hash').notNull().unique(),
    /** Data needed when it is used. */
    data: jsonb().$type<Record<string, string>>().notNull(),
    /** Number of wrong guesses of a code. */
    tries: integer().notNull().default(0),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
    /** Set when a newer one replaced it, or when its subject no longer exists. */
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    index('one_time_secrets_subject').on(table.purpose, table.subject),
    index('one_time_secrets_expiry').on(table.expiresAt),
  ],
);

/** Mails of a server without SMTP, shown on a development page. */
export const outbox = pgTable(
  'outbox',
  {
    id: uuid().primaryKey(),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('outbox_created').on(table.createdAt)],
);
