import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { SyncSelection } from '@quartermaster/contract/endpoints/sync.ts';
import { boolean, index, integer, jsonb, pgTable, primaryKey, serial, text, uuid } from 'drizzle-orm/pg-core';
import { actor, actorColumn } from './author.ts';
import { moment } from './moment.ts';
import { instances } from './workspaces.ts';

/** What was seen when changes were sent for review: their revisions, each by id, and that of all of them. */
export interface SeenChanges {
  revision: string;
  items: Record<string, string>;
  templates: Record<string, string>;
  menu: string | null;
}

/** Differences between instances that a decision keeps: they are not listed until one of the sides changes. */
export const syncDecisions = pgTable(
  'sync_decisions',
  {
    templateKey: integer('template_key').notNull(),
    itemId: integer('item_id').notNull(),
    /** Null if the source has deleted the item. */
    sourceHash: uuid('source_hash'),
    targetHash: uuid('target_hash').notNull(),
    /** The source's content at the decision: the base for comparing later changes of both sides. */
    baseLabel: text('base_label'),
    baseValues: jsonb('base_values').$type<ItemValues>(),
  },
  (table) => [primaryKey({ columns: [table.templateKey, table.itemId] })],
);

/** The menu of an instance as last synced, or as kept by a decision. */
export const syncedMenus = pgTable('synced_menus', {
  instanceId: integer('instance_id')
    .primaryKey()
    .references(() => instances.id, { onDelete: 'cascade' }),
  /** Of the target's menu after the sync. */
  hash: uuid().notNull(),
  /** The source's menu, if a decision kept the target's. */
  sourceHash: uuid('source_hash'),
});

/** Requests to sync a selection. */
export const syncReviews = pgTable(
  'sync_reviews',
  {
    id: serial().primaryKey(),
    sourceId: integer('source_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    targetId: integer('target_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    ...actor(),
    state: text({ enum: ['open', 'applied', 'declined'] }).notNull(),
    selection: jsonb().$type<SyncSelection>(),
    /** Null in reviews that are older than this column. */
    seen: jsonb().$type<SeenChanges>(),
    /** True if it requests everything that differs when it is applied. */
    isAll: boolean('is_all').notNull(),
    items: integer().notNull(),
    templates: integer().notNull(),
    note: text().notNull(),
    createdAt: moment('created_at').notNull(),
    answeredBy: integer('answered_by'),
    /** Null while the review is open. */
    answeredActor: actorColumn('answered_actor'),
    answeredAt: moment('answered_at'),
    answerNote: text('answer_note').notNull().default(''),
    changeSetId: integer('change_set_id'),
  },
  (table) => [index('sync_reviews_source').on(table.sourceId, table.id)],
);
