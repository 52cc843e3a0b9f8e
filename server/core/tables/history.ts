import { sql } from 'drizzle-orm';
import { bigint, bigserial, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { actor, author } from './author.ts';
import { moment } from './moment.ts';
import { instances, projects, workspaces } from './workspaces.ts';

/**
 * Deleted items and templates that can be restored. The content of an item is in its revision with this version; what is
 * left of a template is in `rest`.
 */
export const trash = pgTable(
  'trash',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    instanceId: integer('instance_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    templateKey: integer('template_key').notNull(),
    templateId: text('template_id').notNull(),
    /** Null for a template; its items have no entries of their own. */
    itemId: integer('item_id'),
    label: text().notNull(),
    /** The version of the revision that stores the deletion. */
    version: integer().notNull(),
    /** The number of items of a template; 1 for an item. */
    items: integer().notNull().default(1),
    /** Of a template: everything that its row and those that refer to it had. */
    rest: jsonb(),
    ...author(),
    /** The change set that has deleted it. */
    changeSetId: integer('change_set_id'),
    deletedAt: moment('deleted_at').notNull(),
  },
  (table) => [
    index('trash_instance').on(table.instanceId, table.id),
    index('trash_item').on(table.templateKey, table.itemId),
    index('trash_deleted').on(table.deletedAt),
  ],
);

/**
 * What the entries of activity have in common: entries that no filter but the dates distinguishes are in one group. There are few groups,
 * so that the newest entries of any combination of filters are found without reading those that do not match.
 */
export const activityGroups = pgTable(
  'activity_groups',
  {
    /** Each entry that finds its group uses up a number. */
    id: bigserial({ mode: 'number' }).primaryKey(),
    projectId: integer('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** Null for changes of members. */
    instanceId: integer('instance_id').references(() => instances.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['items', 'template', 'menu', 'change-set', 'export', 'channel', 'members'] }).notNull(),
    /** Null for changes of members. */
    origin: text(),
    ...actor(),
    /** All templates that a change set has changed, or whose items it has. */
    templateIds: text('template_ids').array().notNull(),
    /** Of all columns above. */
    hash: uuid().notNull().unique('activity_groups_hash'),
    /** All entries are from this time. Deleting old entries leaves it as it is. */
    firstAt: moment('first_at').notNull(),
    lastAt: moment('last_at').notNull(),
  },
  (table) => [
    index('activity_groups_person').on(table.projectId, table.accountId),
    index('activity_groups_templates').using('gin', table.projectId, table.templateIds),
    // The others with a template have their entries in an index of their own.
    index('activity_groups_many')
      .using('gin', table.projectId, table.templateIds)
      .where(sql`cardinality(${table.templateIds}) > 1`),
    index('activity_groups_instance').on(table.instanceId, table.kind, table.origin),
  ],
);

/** What was done in a project, a row for each entry of its activity; written from events, and with the access log. */
export const activity = pgTable(
  'activity',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    projectId: integer('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    groupId: bigint('group_id', { mode: 'number' })
      .notNull()
      .references(() => activityGroups.id, { onDelete: 'cascade' }),
    /** What pages are often filtered by, as the group has it. */
    instanceId: integer('instance_id'),
    accountId: integer('account_id'),
    /** Null if the group has no template, or several. */
    templateId: text('template_id'),
    details: jsonb().notNull(),
    at: moment('at').notNull(),
  },
  (table) => [
    index('activity_project').on(table.projectId, table.at, table.id),
    index('activity_group').on(table.groupId, table.at, table.id),
    index('activity_instance').on(table.projectId, table.instanceId, table.at, table.id),
    index('activity_person').on(table.projectId, table.accountId, table.at, table.id),
    index('activity_template').on(table.projectId, table.templateId, table.at, table.id),
  ],
);

/** How far the upkeep of revisions has come in each template, including deleted ones. */
export const historySweeps = pgTable('history_sweeps', {
  templateKey: integer('template_key').primaryKey(),
  /** Revisions up to this version of this item are done. */
  itemId: integer('item_id').notNull().default(0),
  version: integer().notNull().default(0),
  startedAt: moment('started_at').notNull(),
  /** Null while a sweep is under way. */
  finishedAt: moment('finished_at'),
  /** When the last finished sweep was started; null before the first one has finished. */
  sweptAt: moment('swept_at'),
  /** The lowest version of the template that revisions were saved with; null if it is known of none. All of them are seen once the sweep is finished. */
  leastTemplateVersion: integer('least_template_version'),
  /** When the first of the revisions was saved whose version of the template is not known. */
  leastAt: moment('least_at'),
});

/** For how many days the history of a workspace is kept: after a change to a plan that keeps less, as before for a while. */
export const keptHistory = pgTable('kept_history', {
  workspaceId: integer('workspace_id')
    .primaryKey()
    .references(() => workspaces.id, { onDelete: 'cascade' }),
  /** Null for ever. */
  days: integer(),
  /** Since when the plan keeps less than that. */
  shorterSince: moment('shorter_since'),
  /** What was superseded before it may be deleted; null if nothing is. */
  deletedBefore: moment('deleted_before'),
});
