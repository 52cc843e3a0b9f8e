import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import { type SQL, sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';
import { instances } from './workspaces.ts';

/** A field as its template keeps it. `key` stands for the field in the value index and is never given to another. */
export interface StoredField {
  id: string;
  key: number;
  settings: FieldSettings;
  parentId: string | null;
  order: number;
  created_at: string;
  updated_at: string;
}

/** A field that items keep values for, as something that is still to be done names it. */
interface StoredSlot {
  field: StoredField;
  /** The dynamic groups around it, from the outermost inwards, by field id. */
  groups: readonly string[];
  holdsRows: boolean;
}

/** A template in one instance. `key` names this row inside the database; `id` is the same in all instances of a project. */
export const templates = pgTable(
  'templates',
  {
    key: serial().primaryKey(),
    instanceId: integer('instance_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    id: text().notNull(),
    label: text().notNull(),
    version: integer().notNull(),
    fields: jsonb().$type<StoredField[]>().notNull(),
    nextFieldKey: integer('next_field_key').notNull(),
    /** Same content, same hash, in every instance: what sync compares. */
    hash: uuid()
      .notNull()
      .generatedAlwaysAs((): SQL => sql`md5(${templates.label} || chr(31) || ${templates.fields}::text)::uuid`),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [unique('templates_instance_id').on(table.instanceId, table.id)],
);

/** How many items a template has, kept apart so that counting neither scans nor locks the template. */
export const itemCounts = pgTable('item_counts', {
  templateKey: integer('template_key')
    .primaryKey()
    .references(() => templates.key, { onDelete: 'cascade' }),
  items: integer().notNull(),
});

/** Items with all their values; what filters and sorting need of them lies in `item_values` and `item_links` too. */
export const items = pgTable(
  'items',
  {
    templateKey: integer('template_key')
      .notNull()
      .references(() => templates.key, { onDelete: 'cascade' }),
    id: integer().notNull(),
    label: text().notNull(),
    values: jsonb().$type<ItemValues>().notNull(),
    version: integer().notNull(),
    hash: uuid()
      .notNull()
      .generatedAlwaysAs((): SQL => sql`md5(${items.label} || chr(31) || ${items.values}::text)::uuid`),
    /** How long the document is as text, in bytes: what answers are cut by without reading it. */
    bytes: integer()
      .notNull()
      .generatedAlwaysAs((): SQL => sql`octet_length(${items.values}::text)`),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.templateKey, table.id] }),
    index('items_label').on(table.templateKey, sql`lower(left(${table.label}, 64)) collate "C"`, table.id),
    index('items_label_contains').using('gin', table.templateKey, sql`${table.label} gin_trgm_ops`),
  ],
);

/** One row a value that a filter or an order can ask for; several where the field stands in rows of a dynamic group. */
export const itemValues = pgTable(
  'item_values',
  {
    templateKey: integer('template_key').notNull(),
    fieldKey: integer('field_key').notNull(),
    itemId: integer('item_id').notNull(),
    number: doublePrecision(),
    text: text(),
  },
  (table) => [
    // The number makes the index enough to probe an item with a condition on a number.
    index('item_values_item').on(table.templateKey, table.itemId, table.fieldKey, table.number),
    index('item_values_number')
      .on(table.templateKey, table.fieldKey, table.number, table.itemId)
      .where(sql`${table.number} is not null`),
    index('item_values_text')
      .on(table.templateKey, table.fieldKey, sql`lower(left(${table.text}, 64)) collate "C"`, table.itemId)
      .where(sql`${table.text} is not null`),
    index('item_values_contains')
      .using('gin', table.templateKey, table.fieldKey, sql`${table.text} gin_trgm_ops`)
      .where(sql`${table.text} is not null`),
  ],
);

/** One row a link from an item to another of the same instance; item ids are unique in it. */
export const itemLinks = pgTable(
  'item_links',
  {
    instanceId: integer('instance_id').notNull(),
    templateKey: integer('template_key').notNull(),
    fieldKey: integer('field_key').notNull(),
    itemId: integer('item_id').notNull(),
    targetId: integer('target_id').notNull(),
  },
  (table) => [
    index('item_links_item').on(table.templateKey, table.itemId, table.fieldKey),
    index('item_links_field').on(table.templateKey, table.fieldKey, table.targetId, table.itemId),
    index('item_links_target').on(table.instanceId, table.targetId),
  ],
);

/** The state of an item after each save, or that it was deleted. No foreign keys: history outlives what it tells of. */
export const itemRevisions = pgTable(
  'item_revisions',
  {
    templateKey: integer('template_key').notNull(),
    itemId: integer('item_id').notNull(),
    version: integer().notNull(),
    action: text({ enum: ['create', 'update', 'delete'] }).notNull(),
    label: text().notNull(),
    values: jsonb().$type<ItemValues>().notNull(),
    accountId: integer('account_id').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.templateKey, table.itemId, table.version] })],
);

/** The state of a template after each save, or that it was deleted. */
export const templateRevisions = pgTable(
  'template_revisions',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    instanceId: integer('instance_id').notNull(),
    templateKey: integer('template_key').notNull(),
    templateId: text('template_id').notNull(),
    version: integer().notNull(),
    action: text({ enum: ['create', 'update', 'delete'] }).notNull(),
    label: text().notNull(),
    fields: jsonb().$type<StoredField[]>().notNull(),
    accountId: integer('account_id').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [index('template_revisions_template').on(table.instanceId, table.templateId, table.version)],
);

/** Fields that a save took away from a template and that can be brought back: the newest removal of each. */
export const fieldRemovals = pgTable(
  'field_removals',
  {
    templateKey: integer('template_key')
      .notNull()
      .references(() => templates.key, { onDelete: 'cascade' }),
    fieldId: text('field_id').notNull(),
    field: jsonb().$type<StoredField>().notNull(),
    /** The dynamic groups that were around it, from the outermost inwards, by field id. */
    groups: jsonb().$type<string[]>().notNull(),
    /** Keys under which the values that went with it lie in `removed_values`: for a group those of its fields. */
    valueKeys: jsonb('value_keys').$type<number[]>().notNull(),
    /** Items that had a value in it then, counted once, as there may be as many as the template has items. */
    items: integer().notNull().default(0),
    /** The version of the template that is without it. */
    templateVersion: integer('template_version').notNull(),
    removedAt: moment('removed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.templateKey, table.fieldId] })],
);

/**
 * The index rows of removed fields, out of the way of lists; for a removed dynamic group one empty row an item that had rows.
 * `version` is that of the template which is without the field: what else was kept of the item lies in `removed_documents` under it.
 */
export const removedValues = pgTable(
  'removed_values',
  {
    templateKey: integer('template_key').notNull(),
    fieldKey: integer('field_key').notNull(),
    itemId: integer('item_id').notNull(),
    version: integer().notNull(),
    number: doublePrecision(),
    text: text(),
    targetId: integer('target_id'),
  },
  (table) => [index('removed_values_field').on(table.templateKey, table.fieldKey, table.itemId)],
);

/** What a version of a template took from an item, each value where it was. */
export const removedDocuments = pgTable(
  'removed_documents',
  {
    templateKey: integer('template_key').notNull(),
    version: integer().notNull(),
    itemId: integer('item_id').notNull(),
    values: jsonb().$type<ItemValues>().notNull(),
    /** MD5 of the rows as they were left, by the field id of the outermost dynamic group: values come back into the same rows only. */
    rows: jsonb().$type<Record<string, string | null>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.templateKey, table.version, table.itemId] })],
);

/** What a save of a template still has to do to its items, and how far it is. */
export const templateChanges = pgTable('template_changes', {
  templateKey: integer('template_key')
    .primaryKey()
    .references(() => templates.key, { onDelete: 'cascade' }),
  /** The version of the template that asks for it. */
  version: integer().notNull(),
  /** Fields whose values are taken away, and those whose values come back to where they were. */
  removed: jsonb().$type<StoredSlot[]>().notNull(),
  restored: jsonb().$type<StoredSlot[]>().notNull(),
  /** Keys of all fields that are there again: nothing is kept of them in the end. */
  returnedKeys: jsonb('returned_keys').$type<number[]>().notNull(),
  /** Items up to this id are done; those of them that were there, and all that were there at the start. */
  afterId: integer('after_id').notNull().default(0),
  done: integer().notNull().default(0),
  items: integer().notNull(),
  startedAt: moment('started_at').notNull(),
});

/** Folders and template links of the sidebar. */
export const menuNodes = pgTable(
  'menu_nodes',
  {
    instanceId: integer('instance_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    id: text().notNull(),
    parentId: text('parent_id').notNull(),
    label: text().notNull(),
    templateId: text('template_id').notNull(),
    order: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.instanceId, table.id] })],
);

/** Images of an instance, by the SHA-256 of their bytes; the file itself lies in the file store. */
export const images = pgTable(
  'images',
  {
    instanceId: integer('instance_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    path: text().notNull(),
    bytes: integer().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.instanceId, table.path] })],
);

/** Exports of an instance, and their steps: one a template. */
export const reports = pgTable(
  'reports',
  {
    id: serial().primaryKey(),
    instanceId: integer('instance_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    accountId: integer('account_id').notNull(),
    /** Random, so that an address cannot be guessed; stands for the report in the download call. */
    path: text().notNull().unique(),
    createdAt: moment('created_at').notNull(),
    completedAt: moment('completed_at'),
    error: text(),
    /** Where its manifest lies in the file store, as the files of its steps do; no export from before images were listed has one. */
    manifest: text(),
    manifestSha256: text('manifest_sha256'),
    manifestBytes: bigint('manifest_bytes', { mode: 'number' }),
  },
  (table) => [
    index('reports_instance').on(table.instanceId, table.id),
    /** One running export an instance, whoever asks and on whichever server. */
    uniqueIndex('reports_running')
      .on(table.instanceId)
      .where(sql`${table.completedAt} is null and ${table.error} is null`),
  ],
);

/** A template of an export: how far it is, and its file. */
export const reportSteps = pgTable(
  'report_steps',
  {
    id: serial().primaryKey(),
    reportId: integer('report_id')
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
    templateId: text('template_id').notNull(),
    startedAt: moment('started_at'),
    completedAt: moment('completed_at'),
    /** Where the file lies in the file store; `.br` and `.gz` beside it are the same, compressed. */
    file: text(),
    sha256: text(),
    bytes: bigint({ mode: 'number' }),
  },
  (table) => [index('report_steps_report').on(table.reportId, table.position)],
);

/** The API token of an instance: encrypted, because the page shows it again, beside a hash to look it up by. */
export const apiTokens = pgTable('api_tokens', {
  instanceId: integer('instance_id')
    .primaryKey()
    .references(() => instances.id, { onDelete: 'cascade' }),
  encrypted: text().notNull(),
  tokenHash: text('token_hash').notNull().unique(),
  createdAt: moment('created_at').notNull(),
});
