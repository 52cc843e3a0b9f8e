import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { actor } from './author.ts';
import type { ChangeSetRequest } from './change-sets.ts';
import { moment } from './moment.ts';
import type { SeenChanges } from './sync.ts';
import { instances } from './workspaces.ts';

/** Syncs with a name that are published by hand or at a time. */
export const releases = pgTable(
  'releases',
  {
    id: serial().primaryKey(),
    sourceId: integer('source_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    targetId: integer('target_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    ...actor(),
    name: text().notNull(),
    notes: text().notNull(),
    state: text({ enum: ['open', 'publishing', 'published', 'refused', 'cancelled'] }).notNull(),
    /** Without revisions of what is selected: it may be edited until then. `checked` are the conflicts that were decided. */
    request: jsonb().$type<ChangeSetRequest>().notNull(),
    /** Null in releases that are older than this column. */
    seen: jsonb().$type<SeenChanges>(),
    isAll: boolean('is_all').notNull(),
    /** What it would have changed when it was created. */
    items: integer().notNull(),
    templates: integer().notNull(),
    hasMenu: boolean('has_menu').notNull(),
    /** Null until it is planned. */
    publishAt: moment('publish_at'),
    /** The zone in which the time was chosen. */
    timeZone: text('time_zone'),
    /** The account that has chosen the time last or published it by hand: its permissions count at that time. */
    plannedBy: integer('planned_by'),
    exportsAfter: boolean('exports_after').notNull(),
    createdAt: moment('created_at').notNull(),
    endedAt: moment('ended_at'),
    refusal: text({ enum: ['conflict', 'invalid', 'access', 'late', 'failed'] }),
    /** The refusal as text. */
    reason: text(),
    /** Its sync, once it is being published. */
    changeSetId: integer('change_set_id'),
    reportId: integer('report_id'),
  },
  (table) => [
    index('releases_source').on(table.sourceId, table.id),
    index('releases_target').on(table.targetId, table.id),
    index('releases_due').on(table.publishAt).where(sql`${table.state} = 'open' and ${table.publishAt} is not null`),
    index('releases_change_set').on(table.changeSetId).where(sql`${table.changeSetId} is not null`),
    index('releases_exports')
      .on(table.id)
      .where(sql`${table.state} = 'published' and ${table.exportsAfter} and ${table.reportId} is null`),
  ],
);
