import type { JobError } from '@quartermaster/contract/endpoints/jobs.ts';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';
import { instances } from './workspaces.ts';

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

/** The progress of jobs that users see. It is not deleted when its job ends, but with what the job is about. */
export const jobProgress = pgTable(
  'job_progress',
  {
    kind: text({ enum: ['export', 'change-set', 'template-change'] }).notNull(),
    /** The id of the report or of the change set, or the key of the template. */
    subjectId: integer('subject_id').notNull(),
    instanceId: integer('instance_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    state: text({ enum: ['running', 'completed', 'failed', 'cancelled'] })
      .notNull()
      .default('running'),
    doing: text().notNull(),
    total: integer().notNull(),
    done: integer().notNull().default(0),
    error: text(),
    /** The first rows with errors of the latest attempt, and the number of all of them. */
    errors: jsonb().$type<JobError[]>().notNull().default(sql`'[]'`),
    errorCount: integer('error_count').notNull().default(0),
    canCancel: boolean('can_cancel').notNull(),
    /**
     * The number of attempts. Only the latest one of a job that starts again writes, even while an earlier one that was
     * considered dead still runs.
     */
    attempt: integer().notNull().default(0),
    startedAt: moment('started_at').notNull(),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.subjectId] }),
    index('job_progress_instance').on(table.instanceId),
  ],
);
