import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';

/** The jobs that a server runs, or has died with: a row goes when the run ends in whatever way. */
export const jobStarts = pgTable(
  'job_starts',
  {
    jobId: uuid('job_id').primaryKey(),
    name: text().notNull(),
    /** How often it has begun without an end. */
    starts: integer().notNull(),
    startedAt: moment('started_at').notNull(),
  },
  (table) => [index('job_starts_time').on(table.startedAt)],
);
