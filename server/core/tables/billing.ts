import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';
import { workspaces } from './workspaces.ts';

/** The ids of received webhooks of the payment provider, so that each is processed once. */
export const billingEvents = pgTable(
  'billing_events',
  { id: text().primaryKey(), receivedAt: moment('received_at').notNull() },
  (table) => [index('billing_events_received').on(table.receivedAt)],
);

/** The subscriptions in the billing simulator. */
export const simulatedSubscriptions = pgTable(
  'simulated_subscriptions',
  {
    id: text().primaryKey(),
    workspaceId: integer('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    state: jsonb().notNull(),
    /** When its payment is due or it ends, by the simulator's clock of its workspace. */
    dueAt: moment('due_at'),
  },
  (table) => [index('simulated_subscriptions_workspace').on(table.workspaceId)],
);

/** The settings of the billing simulator for a workspace. */
export const billingSimulators = pgTable('billing_simulators', {
  workspaceId: integer('workspace_id')
    .primaryKey()
    .references(() => workspaces.id, { onDelete: 'cascade' }),
  /** Seconds that its clock is ahead. */
  aheadSeconds: integer('ahead_seconds').notNull().default(0),
  failsPayments: boolean('fails_payments').notNull().default(false),
  losesNextWebhook: boolean('loses_next_webhook').notNull().default(false),
  lastWebhook: text('last_webhook'),
});
