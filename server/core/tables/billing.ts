import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';
import { workspaces } from './workspaces.ts';

/** The ids of the payment provider's webhooks that were received, so that each is worked on once. */
export const billingEvents = pgTable(
  'billing_events',
  { id: text().primaryKey(), receivedAt: moment('received_at').notNull() },
  (table) => [index('billing_events_received').on(table.receivedAt)],
);

/** The subscriptions that the billing simulator holds. */
export const simulatedSubscriptions = pgTable(
  'simulated_subscriptions',
  {
    id: text().primaryKey(),
    workspaceId: integer('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    state: jsonb().notNull(),
    /** When it is to be paid or ends, by the simulator's clock of its workspace. */
    dueAt: moment('due_at'),
  },
  (table) => [index('simulated_subscriptions_workspace').on(table.workspaceId)],
);

/** How the billing simulator is set for a workspace. */
export const billingSimulators = pgTable('billing_simulators', {
  workspaceId: integer('workspace_id')
    .primaryKey()
    .references(() => workspaces.id, { onDelete: 'cascade' }),
  /** How far its clock is ahead. */
  aheadSeconds: integer('ahead_seconds').notNull().default(0),
  failsPayments: boolean('fails_payments').notNull().default(false),
  losesNextWebhook: boolean('loses_next_webhook').notNull().default(false),
  lastWebhook: text('last_webhook'),
});
