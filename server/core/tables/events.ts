import { bigint, bigserial, index, integer, jsonb, pgSequence, pgTable, text } from 'drizzle-orm/pg-core';
import { author } from './author.ts';
import { moment } from './moment.ts';

/** Events: what was changed in an instance, written in the transaction that changed it and deleted after a month. */
export const events = pgTable(
  'events',
  {
    id: bigserial({ mode: 'number' }).notNull(),
    /** The order of reading; assigned after the commit, because ids are assigned in the order of the inserts. */
    position: bigint({ mode: 'number' }),
    instanceId: integer('instance_id').notNull(),
    kind: text().notNull(),
    ...author(),
    details: jsonb().notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [index('events_position').on(table.position, table.id)],
);

/** The positions of {@link events}. */
export const eventPositions = pgSequence('event_positions');

/** The consumers of events, each with the position of the last event that it has handled. */
export const eventConsumers = pgTable('event_consumers', {
  name: text().primaryKey(),
  position: bigint({ mode: 'number' }).notNull(),
});
