import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';

/** Jobs that have not ended, or whose server died during the last attempt. */
export const jobStarts = pgTable(
  'job_starts',
  {
    jobId: uuid('job_id').primaryKey(),
    name: text().notNull(),
    /** Number of starts without an end. */
    starts: integer().notNull(),
    startedAt: moment('started_at').notNull(),
  },
  (table) => [index('job_starts_time').on(table.startedAt)],
);
