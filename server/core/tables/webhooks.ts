import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, serial, text, unique } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';
import { instances } from './workspaces.ts';

/** Addresses that are called after events of an instance. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: serial().primaryKey(),
    instanceId: integer('instance_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    url: text().notNull(),
    events: text().array().notNull(),
    isActive: boolean('is_active').notNull().default(true),
    /** Encrypted. */
    secret: text().notNull(),
    /** Encrypted; signs, too, until `previous_until`. */
    previousSecret: text('previous_secret'),
    previousUntil: moment('previous_until'),
    createdAt: moment('created_at').notNull(),
    /** By the clock of the database, as events: it is not called for earlier ones. */
    since: moment('since').notNull().defaultNow(),
    /** The last attempt to send a message, with its status or why there was no answer. */
    lastAttemptAt: moment('last_attempt_at'),
    lastStatus: integer('last_status'),
    lastError: text('last_error'),
    /** If it is asked before saves: whether those go through or are refused if it fails. */
    beforeSaves: text('before_saves', { enum: ['open', 'closed'] }),
    /** How often in a row it has failed, and until when it is not asked after many of these. */
    failedChecks: integer('failed_checks').notNull().default(0),
    checksPausedUntil: moment('checks_paused_until'),
    /** The server that sends its messages, and until when no other one does, by the clock of the database. */
    claimedBy: text('claimed_by'),
    claimedUntil: moment('claimed_until'),
  },
  (table) => [index('webhooks_instance').on(table.instanceId)],
);

/** Messages to webhooks. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    /** The order in which those of a webhook are sent. */
    id: serial().primaryKey(),
    webhookId: integer('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    messageId: text('message_id').notNull(),
    event: text().notNull(),
    /** The position of its event; null for a test. */
    position: bigint({ mode: 'number' }),
    /** As it is sent and signed; of a check, without the content of its items. */
    body: text().notNull(),
    state: text({ enum: ['waiting', 'delivered', 'failed'] }).notNull(),
    /** Why it has failed. */
    reason: text({ enum: ['expired', 'by-hand', 'turned-off', 'queue-full', 'asked-once'] }),
    /** True for a test and one that is sent again: it is tried once, at once, and holds no other one back. */
    isByHand: boolean('is_by_hand').notNull().default(false),
    attempts: integer().notNull().default(0),
    createdAt: moment('created_at').notNull(),
    /** Null unless it waits. */
    nextAttemptAt: moment('next_attempt_at'),
  },
  (table) => [
    unique('webhook_deliveries_position').on(table.webhookId, table.position),
    index('webhook_deliveries_log').on(table.webhookId, table.id),
    index('webhook_deliveries_waiting')
      .on(table.webhookId, table.isByHand.desc(), table.id)
      .where(sql`${table.state} = 'waiting'`),
  ],
);

/** Attempts to send a message. */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    id: serial().primaryKey(),
    deliveryId: integer('delivery_id')
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    at: moment('at').notNull(),
    milliseconds: integer().notNull(),
    /** Null without an answer. */
    status: integer(),
    /** Why there was no answer, or none that could be used. */
    error: text(),
    /** The beginning of the answer. */
    answer: text(),
  },
  (table) => [index('webhook_attempts_delivery').on(table.deliveryId, table.id)],
);
