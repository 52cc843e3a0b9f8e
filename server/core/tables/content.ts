import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { ReplacedOptions } from '@quartermaster/contract/content/replaced-options.ts';
import type { MenuNode } from '@quartermaster/contract/endpoints/menu.ts';
import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import { type SQL, sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { author } from './author.ts';
import { isBeyondAscii } from './beyond-ascii.ts';
import { buildColumns } from './build-columns.ts';
import { moment } from './moment.ts';
import { instances } from './workspaces.ts';

/** A field as stored in its template. `key` identifies the field in the value index and is never reused. */
export interface StoredField {
  id: string;
  key: number;
  settings: FieldSettings;
  parentId: string | null;
  order: number;
  created_at: string;
  updated_at: string;
}

/** A field on one side of a conversion, with the only field in it if it is a dynamic group. */
export interface StoredConvertedField {
  field: StoredField;
  only: StoredField | null;
}

/** A conversion as referred to by an outstanding change. */
interface StoredConversion {
  /** The dynamic groups around the field, outermost first, by field id. */
  groups: readonly string[];
  from: StoredConvertedField;
  to: StoredConvertedField;
  /** True if values get their former form back. */
  isBack: boolean;
}

/** A field that items store values for, as referred to by an outstanding change. */
interface StoredSlot {
  field: StoredField;
  /** The dynamic groups around it, outermost first, by field id. */
  groups: readonly string[];
  holdsRows: boolean;
}

/**
 * A template in one instance. `key` identifies this row in the database; `id` is the same in all instances of a
 * project.
 */
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
    /** Equal for equal content, in every instance: sync compares it. */
    hash: uuid()
      .notNull()
      .generatedAlwaysAs((): SQL => sql`md5(${templates.label} || chr(31) || ${templates.fields}::text)::uuid`),
    /** The keys of the fields whose values are unique in the template. */
    uniqueKeys: jsonb('unique_keys')
      .$type<number[]>()
      .notNull()
      .generatedAlwaysAs(
        (): SQL => sql`jsonb_path_query_array(${templates.fields}, '$[*] ? (@.settings.unique == true).key')`,
      ),
    /** The keys of the fields with a source language, whose translations are counted. */
    translatedKeys: jsonb('translated_keys')
      .$type<number[]>()
      .notNull()
      .generatedAlwaysAs(
        (): SQL => sql`jsonb_path_query_array(${templates.fields}, '$[*] ? (exists(@.settings.source)).key')`,
      ),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [unique('templates_instance_id').on(table.instanceId, table.id)],
);

/**
 * Number of items of a template, in a table of its own so that counting neither scans the items nor locks the template.
 */
export const itemCounts = pgTable('item_counts', {
  templateKey: integer('template_key')
    .primaryKey()
    .references(() => templates.key, { onDelete: 'cascade' }),
  items: integer().notNull(),
});

/**
 * How many items have an entry in the index of a field with translations, by its number: the sum of `items`. Triggers on
 * `item_values` and `templates` add a row for each change, so that no save waits for another, and now and then merge those
 * of a template.
 */
export const translationCounts = pgTable(
  'translation_counts',
  {
    templateKey: integer('template_key')
      .notNull()
      .references(() => templates.key, { onDelete: 'cascade' }),
    fieldKey: integer('field_key').notNull(),
    number: doublePrecision().notNull(),
    items: integer().notNull(),
  },
  (table) => [index('translation_counts_field').on(table.templateKey, table.fieldKey, table.number)],
);

/** Items with all their values; the values that filters and sorting need are copied to `item_values` and `item_links`. */
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
    /** Length of the document's JSON text in bytes; used to size responses without reading the document. */
    bytes: integer()
      .notNull()
      .generatedAlwaysAs((): SQL => sql`octet_length(${items.values}::text)`),
    /**
     * Hash of the content that was last synced into this item, and the version with it; null in Dev. A different `hash`
     * means that the item was edited here afterwards.
     */
    syncedHash: uuid('synced_hash'),
    syncedVersion: integer('synced_version'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.templateKey, table.id] }),
    index('items_label').on(table.templateKey, sql`left(${table.label}, 64) collate "natural"`, table.id),
    index('items_label_begins').on(table.templateKey, sql`left(fold(${table.label}), 64) collate "C"`, table.id),
    index('items_label_contains').using('gin', table.templateKey, sql`fold(${table.label}) gin_trgm_ops`),
    // Texts that a short one cannot be looked up in by trigrams, as any letter can precede it.
    index('items_label_beyond_ascii')
      .on(table.templateKey, table.id)
      .where(sql.raw(isBeyondAscii('"label"'))),
  ],
);

/**
 * Hashes of the items of each 64 ids, `item_sum(id, hash)`: two templates whose sums of `sum` are equal have equal items in
 * these ids. Triggers on `items` add to one of the rows, or another one where all are locked, so that no save waits.
 */
export const itemSums = pgTable(
  'item_sums',
  {
    templateKey: integer('template_key')
      .notNull()
      .references(() => templates.key, { onDelete: 'cascade' }),
    /** The ids, divided by 64. */
    bucket: integer().notNull(),
    part: bigserial({ mode: 'number' }).notNull(),
    sum: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.templateKey, table.bucket, table.part] })],
);

/** Keys with which items were created, stored for a week: a repeated creation finds its item. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    templateKey: integer('template_key')
      .notNull()
      .references(() => templates.key, { onDelete: 'cascade' }),
    key: uuid().notNull(),
    itemId: integer('item_id').notNull(),
    /** Hash of the body that created the item; null for keys from before it was stored, which accept any body. */
    bodyHash: uuid('body_hash'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.templateKey, table.key] }),
    index('idempotency_keys_created').on(table.createdAt),
  ],
);

/** One row per value that can be filtered or sorted by; several if the field is in rows of a dynamic group. */
export const itemValues = pgTable(
  'item_values',
  {
    templateKey: integer('template_key').notNull(),
    fieldKey: integer('field_key').notNull(),
    itemId: integer('item_id').notNull(),
    number: doublePrecision(),
    text: text(),
    /** What texts are sorted and looked up by: only a column can be read from an index alone. */
    sortText: text('sort_text').generatedAlwaysAs((): SQL => sql`left(${itemValues.text}, 64)`),
  },
  (table) => [
    // Includes the number so that a numeric condition on one item needs only the index.
    index('item_values_item').on(table.templateKey, table.itemId, table.fieldKey, table.number),
    index('item_values_number')
      .on(table.templateKey, table.fieldKey, table.number, table.itemId)
      .where(sql`${table.number} is not null`),
    index('item_values_text')
      .on(table.templateKey, table.fieldKey, sql`${table.sortText} collate "natural"`, table.itemId)
      .where(sql`${table.text} is not null`),
    index('item_values_contains')
      .using('gin', table.templateKey, table.fieldKey, sql`fold(${table.text}) gin_trgm_ops`)
      .where(sql`${table.text} is not null`),
    index('item_values_beyond_ascii')
      .on(table.templateKey, table.fieldKey, table.itemId)
      .where(sql`${table.text} is not null and ${sql.raw(isBeyondAscii('"text"'))}`),
  ],
);

/**
 * One row per value of a field that is unique in its template. Triggers on `item_values` and `templates` keep these rows,
 * so that no write can leave one out. The constraint is checked when a transaction commits: until then, items may swap
 * their values.
 */
export const itemKeys = pgTable(
  'item_keys',
  {
    templateKey: integer('template_key').notNull(),
    fieldKey: integer('field_key').notNull(),
    /** The hash of the value, `item_key_value(number, text)`. */
    value: uuid().notNull(),
    itemId: integer('item_id').notNull(),
    /** The first characters of a text, as it is searched. */
    begins: text(),
  },
  (table) => [
    // Deferrable, which Drizzle cannot declare: see the migration.
    unique('item_keys_value').on(table.templateKey, table.fieldKey, table.value),
    index('item_keys_begins')
      .on(table.templateKey, table.fieldKey, sql`${table.begins} collate "C"`, table.itemId)
      .where(sql`${table.begins} is not null`),
  ],
);

/**
 * Values of unique fields that differ from those of other items only in outer blanks or forms of Unicode, as they were stored
 * before these did not count. Such a value has no key until it changes, or the other one does.
 */
export const repeatedKeys = pgTable('repeated_keys', {
  templateKey: integer('template_key')
    .notNull()
    .references(() => templates.key, { onDelete: 'cascade' }),
  fieldKey: integer('field_key').notNull(),
  itemId: integer('item_id').notNull(),
});

/** One row per link from an item to another in the same instance; item ids are unique there. */
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

/** The state of an item after each save, or its deletion. No foreign keys: history outlives the items and templates. */
export const itemRevisions = pgTable(
  'item_revisions',
  {
    templateKey: integer('template_key').notNull(),
    itemId: integer('item_id').notNull(),
    version: integer().notNull(),
    action: text({ enum: ['create', 'update', 'delete'] }).notNull(),
    label: text().notNull(),
    /** All values, or those that differ from the base: `revision_values` of the database returns all of them. */
    values: jsonb().$type<ItemValues>().notNull(),
    /** The version with all values that `values` belongs to; null if this one has them all. */
    baseVersion: integer('base_version'),
    /** The fields that the base has a value in, and this version has not. */
    removed: text().array(),
    /** The version of the template that it was saved with; null if that is not known. */
    templateVersion: integer('template_version'),
    ...author(),
    at: moment('at').notNull(),
    /** The change set that wrote it; counts once it is applied. */
    changeSetId: integer('change_set_id'),
  },
  (table) => [
    // A change set writes its revisions before it is applied: until then a user may save the same version.
    uniqueIndex('item_revisions_version').on(
      table.templateKey,
      table.itemId,
      table.version,
      sql`coalesce(${table.changeSetId}, 0)`,
    ),
    // For the latest edits by people; a change set writes as many revisions at once as it has changes.
    index('item_revisions_latest').on(table.templateKey, table.at).where(sql`${table.changeSetId} is null`),
  ],
);

/** The state of a template after each save, or its deletion. */
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
    ...author(),
    at: moment('at').notNull(),
    changeSetId: integer('change_set_id'),
  },
  (table) => [index('template_revisions_template').on(table.instanceId, table.templateId, table.version)],
);

/** Fields that were removed from a template and can be restored: the latest removal of each. */
export const fieldRemovals = pgTable(
  'field_removals',
  {
    templateKey: integer('template_key')
      .notNull()
      .references(() => templates.key, { onDelete: 'cascade' }),
    fieldId: text('field_id').notNull(),
    field: jsonb().$type<StoredField>().notNull(),
    /** The dynamic groups around it at the removal, outermost first, by field id. */
    groups: jsonb().$type<string[]>().notNull(),
    /** Keys of its values in `removed_values`: for a group those of its fields. */
    valueKeys: jsonb('value_keys').$type<number[]>().notNull(),
    /**
     * Number of items that had a value at the removal; counted once, because there may be as many as items of the
     * template.
     */
    items: integer().notNull().default(0),
    /** The first template version without it. */
    templateVersion: integer('template_version').notNull(),
    removedAt: moment('removed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.templateKey, table.fieldId] })],
);

/**
 * The index rows of removed fields, stored separately from those that lists use; for a removed dynamic group one empty
 * row per item that had rows. `version` is the first template version without the field; `removed_documents` has the
 * item's other removed values under the same version.
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

/** The values that a template version removed from an item, in their original structure. */
export const removedDocuments = pgTable(
  'removed_documents',
  {
    templateKey: integer('template_key').notNull(),
    version: integer().notNull(),
    itemId: integer('item_id').notNull(),
    values: jsonb().$type<ItemValues>().notNull(),
    /**
     * MD5 of the remaining rows, by the field id of the outermost dynamic group: values are only restored into the same
     * rows.
     */
    rows: jsonb().$type<Record<string, string | null>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.templateKey, table.version, table.itemId] })],
);

/** The conversions of fields that can be reverted, by the first template version after each. */
export const fieldConversions = pgTable(
  'field_conversions',
  {
    templateKey: integer('template_key')
      .notNull()
      .references(() => templates.key, { onDelete: 'cascade' }),
    fieldId: text('field_id').notNull(),
    templateVersion: integer('template_version').notNull(),
    /** The field before and after it. */
    before: jsonb().$type<StoredConvertedField>().notNull(),
    after: jsonb().$type<StoredConvertedField>().notNull(),
    convertedAt: moment('converted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.templateKey, table.fieldId, table.templateVersion] })],
);

/** Changes to items still outstanding after a save of their template, and their progress. */
export const templateChanges = pgTable('template_changes', {
  templateKey: integer('template_key')
    .primaryKey()
    .references(() => templates.key, { onDelete: 'cascade' }),
  /** The template version that caused the change. */
  version: integer().notNull(),
  /** Fields whose values are removed, and fields whose values are restored to their original place. */
  removed: jsonb().$type<StoredSlot[]>().notNull(),
  restored: jsonb().$type<StoredSlot[]>().notNull(),
  /** Fields with options that are replaced in values. */
  replaced: jsonb().$type<(StoredSlot & { options: ReplacedOptions })[]>().notNull().default([]),
  /** Fields whose values get the form of another type. */
  converted: jsonb().$type<StoredConversion[]>().notNull().default([]),
  /** True if values of computed fields are computed. */
  recomputes: boolean().notNull().default(false),
  /** Keys of all restored fields; their removed values are deleted at the end. */
  returnedKeys: jsonb('returned_keys').$type<number[]>().notNull(),
  /** Items up to this id are done. */
  afterId: integer('after_id').notNull().default(0),
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

/** The menu of an instance after each save, and after each sync that replaced it. */
export const menuRevisions = pgTable(
  'menu_revisions',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    instanceId: integer('instance_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    menu: jsonb().$type<MenuNode[]>().notNull(),
    ...author(),
    at: moment('at').notNull(),
    /** The change set that wrote it. */
    changeSetId: integer('change_set_id'),
  },
  (table) => [index('menu_revisions_instance').on(table.instanceId, table.id)],
);

/** Images of an instance, by the SHA-256 of their bytes; the files are in the file store. */
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

/** Exports of an instance; their steps, one per file, are in `report_steps`. */
export const reports = pgTable(
  'reports',
  {
    id: serial().primaryKey(),
    instanceId: integer('instance_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    ...author(),
    /** Random, so that its URL cannot be guessed; identifies the report in the download call. */
    path: text().notNull().unique(),
    createdAt: moment('created_at').notNull(),
    completedAt: moment('completed_at'),
    error: text(),
    /** Key of its manifest in the file store; null for exports made before images were listed. */
    manifest: text(),
    manifestSha256: text('manifest_sha256'),
    manifestBytes: bigint('manifest_bytes', { mode: 'number' }),
    ...buildColumns(),
  },
  (table) => [
    index('reports_instance').on(table.instanceId, table.id),
    /** At most one running export per instance, across callers and servers. */
    uniqueIndex('reports_running')
      .on(table.instanceId)
      .where(sql`${table.completedAt} is null and ${table.error} is null`),
  ],
);

/** One file of an export, of a template: its progress and where it is stored. */
export const reportSteps = pgTable(
  'report_steps',
  {
    id: serial().primaryKey(),
    reportId: integer('report_id')
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    templateId: text('template_id').notNull(),
    /** The language of the file's localised texts; null for the file with all of them. */
    language: text(),
    startedAt: moment('started_at'),
    completedAt: moment('completed_at'),
    /** Key in the file store; `.br` and `.gz` are its compressed variants. */
    file: text(),
    sha256: text(),
    bytes: bigint({ mode: 'number' }),
    /** Hash of the structure of the template that the file was written with. */
    schemaSha256: text('schema_sha256'),
    /** Hash of the template and the items that the file was written from; null if they may have changed meanwhile. */
    contentHash: text('content_hash'),
  },
  (table) => [index('report_steps_report').on(table.reportId, table.position)],
);

/** The API token of an instance: encrypted, because the page displays it again, plus a hash for lookups. */
export const apiTokens = pgTable('api_tokens', {
  instanceId: integer('instance_id')
    .primaryKey()
    .references(() => instances.id, { onDelete: 'cascade' }),
  encrypted: text().notNull(),
  tokenHash: text('token_hash').notNull().unique(),
  createdAt: moment('created_at').notNull(),
});
