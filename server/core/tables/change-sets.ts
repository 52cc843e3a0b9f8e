import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { Action } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import type { ChangeSetResolution } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { MenuNode } from '@quartermaster/contract/endpoints/menu.ts';
import type { Replacement } from '@quartermaster/contract/endpoints/replacements.ts';
import type { SyncSelection } from '@quartermaster/contract/endpoints/sync.ts';
import { sql } from 'drizzle-orm';
import {
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { actor } from './author.ts';
import type { StoredField } from './content.ts';
import { moment } from './moment.ts';
import { instances } from './workspaces.ts';

/** What a change set was requested with: of a sync the selection, `null` for all; and the decisions on conflicts. */
export interface ChangeSetRequest extends ChangeSetResolution {
  selection: SyncSelection | null;
  /** Joined revisions of the conflicts that were checked: the job fails if there are others. */
  checked?: string;
  /** Of the undo of a bulk edit: the number of items that the plan allows in the instance. */
  itemLimit?: number | null;
  /** Of the undo of a bulk edit: true if whoever requested it may change read-only values. */
  mayEditReadOnly?: boolean;
  /** Of a restore from the trash: true if it leaves out what is refused, and the ids of other items that it leaves out. */
  leavesOutRefused?: boolean;
  leaveOut?: number[];
}

/** The state of a template that a change set writes or replaces. */
export interface StoredTemplateState {
  label: string;
  fields: StoredField[];
  nextFieldKey: number;
  version: number;
}

/**
 * The request of a bulk edit, in the state of its template that it was made from. Its items and their versions are in
 * {@link changeSetInputs} until it has ended.
 */
interface BulkEditRequest {
  template: { id: string; key: number; version: number; hash: string };
  action: Action;
  /** The title of the extension that proposed it. */
  extension?: string | undefined;
  /** The number of items that the plan allows in the instance. */
  itemLimit: number | null;
  /** True if whoever requested it may change read-only values; those stored before there were any have none. */
  mayEditReadOnly?: boolean;
}

/** The request of a replacement of texts. */
interface ReplaceRequest {
  replacement: Replacement & { leave_out?: number[] };
  mayEditReadOnly: boolean;
}

/** What an edit of many items was requested with. */
export type EditRequest = BulkEditRequest | ReplaceRequest;

/**
 * Change sets: syncs from one instance into another, bulk edits and imports of one instance, and the undo of each, including running
 * and failed ones.
 */
export const changeSets = pgTable(
  'change_sets',
  {
    id: serial().primaryKey(),
    origin: text({ enum: ['sync', 'bulk-edit', 'import', 'grid', 'restore', 'proposal', 'undo'] })
      .notNull()
      .default('sync'),
    /** Null for changes that do not come from another instance. */
    sourceId: integer('source_id').references(() => instances.id, { onDelete: 'cascade' }),
    targetId: integer('target_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    ...actor(),
    state: text({ enum: ['running', 'applied', 'failed', 'cancelled'] }).notNull(),
    error: text(),
    note: text().notNull(),
    request: jsonb().$type<ChangeSetRequest>().notNull(),
    /** Of an edit of many items. */
    edit: jsonb().$type<EditRequest>(),
    /** With which a bulk edit was requested: a repeated request finds it. The hash is that of its body. */
    idempotencyKey: uuid('idempotency_key'),
    bodyHash: uuid('body_hash'),
    /** Of the checked changes; the job checks them again if they are stale. */
    revision: text().notNull(),
    added: integer().notNull(),
    updated: integer().notNull(),
    removed: integer().notNull(),
    templates: integer().notNull(),
    /** The target's menu before and after, if the change set replaces it. */
    menuBefore: jsonb('menu_before').$type<MenuNode[]>(),
    menuAfter: jsonb('menu_after').$type<MenuNode[]>(),
    /** The change set that this one undoes. */
    undoesId: integer('undoes_id'),
    reviewId: integer('review_id'),
    createdAt: moment('created_at').notNull(),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    index('change_sets_source').on(table.sourceId, table.id),
    index('change_sets_target').on(table.targetId, table.id),
    index('change_sets_source_created').on(table.sourceId, table.createdAt),
    index('change_sets_target_created').on(table.targetId, table.createdAt),
    index('change_sets_undoes').on(table.undoesId).where(sql`${table.undoesId} is not null`),
    uniqueIndex('change_sets_idempotency')
      .on(table.targetId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
    /** At most one running sync into an instance, across callers and servers. */
    uniqueIndex('change_sets_running')
      .on(table.targetId)
      .where(sql`${table.state} = 'running' and ${table.sourceId} is not null`),
  ],
);

/**
 * The items that a bulk edit was requested for, with the versions that it was made from, in parts of the same order by
 * id: deleted when it has ended.
 */
export const changeSetInputs = pgTable(
  'change_set_inputs',
  {
    changeSetId: integer('change_set_id')
      .notNull()
      .references(() => changeSets.id, { onDelete: 'cascade' }),
    part: integer().notNull(),
    ids: integer().array().notNull(),
    versions: integer().array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.changeSetId, table.part] })],
);

/** Templates of a change set: those that it changes, and those whose items it changes. */
export const changeSetTemplates = pgTable(
  'change_set_templates',
  {
    changeSetId: integer('change_set_id')
      .notNull()
      .references(() => changeSets.id, { onDelete: 'cascade' }),
    templateId: text('template_id').notNull(),
    /** The template's key in the target; for an added template, assigned before it exists. */
    templateKey: integer('template_key').notNull(),
    label: text().notNull(),
    change: text({ enum: ['added', 'updated', 'removed'] }),
    before: jsonb().$type<StoredTemplateState>(),
    after: jsonb().$type<StoredTemplateState>(),
  },
  (table) => [primaryKey({ columns: [table.changeSetId, table.templateId] })],
);

/**
 * Items of a change set. Their content is in the revisions that it writes, and in those before; `before_values` stores
 * the content before it if no revision has it.
 */
export const changeSetItems = pgTable(
  'change_set_items',
  {
    changeSetId: integer('change_set_id').notNull(),
    templateKey: integer('template_key').notNull(),
    itemId: integer('item_id').notNull(),
    change: text({ enum: ['added', 'updated', 'removed'] }).notNull(),
    decided: text({ enum: ['source', 'target', 'fields'] }),
    label: text().notNull(),
    /** The item in the source, compared when the change set is applied. */
    sourceKey: integer('source_key'),
    sourceHash: uuid('source_hash'),
    /** The item in the target, compared when the change set is applied. */
    targetHash: uuid('target_hash'),
    targetVersion: integer('target_version'),
    /** The item's `synced_hash` before it, for an undo. */
    syncedHash: uuid('synced_hash'),
    syncedVersion: integer('synced_version'),
    /** The item's `synced_hash` after it. */
    nextSyncedHash: uuid('next_synced_hash'),
    nextSyncedVersion: integer('next_synced_version'),
    /** The version that the change set writes; null if it only stores a decision. */
    version: integer(),
    beforeLabel: text('before_label'),
    beforeValues: jsonb('before_values').$type<ItemValues>(),
    /** The source's content, if the target gets different content. */
    baseLabel: text('base_label'),
    baseValues: jsonb('base_values').$type<ItemValues>(),
    /** Paths of its images. */
    images: text().array(),
  },
  (table) => [primaryKey({ columns: [table.changeSetId, table.templateKey, table.itemId] })],
);

/** Changes of index rows prepared by a running change set: rows to add, and without a value the keys whose rows are replaced. */
export const changeSetIndex = pgTable(
  'change_set_index',
  {
    changeSetId: integer('change_set_id').notNull(),
    templateKey: integer('template_key').notNull(),
    itemId: integer('item_id').notNull(),
    fieldKey: integer('field_key').notNull(),
    number: doublePrecision(),
    text: text(),
    targetId: integer('target_id'),
    /** The target's key of the linked template. */
    targetKey: integer('target_key'),
  },
  (table) => [index('change_set_index_change_set').on(table.changeSetId)],
);
