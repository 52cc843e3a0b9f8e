import type { ImportDecisions, ImportMatch, ReusedName } from '@quartermaster/contract/endpoints/imports.ts';
import type { ReadAs } from '@quartermaster/contract/sheets/read-row.ts';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, serial, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { actor } from './author.ts';
import { changeSets } from './change-sets.ts';
import { moment } from './moment.ts';
import { instances } from './workspaces.ts';

/** A row that sums others, and its label. */
export interface TotalRow {
  line: number;
  label: string;
}

/** How an import finds its items, and what the caller who has sent it may do. */
export interface ImportRequest {
  /** The template in the state that the rows were read for. */
  template: { id: string; key: number; version: number; hash: string };
  match?: ImportMatch;
  /** The id of the unique field to match by. */
  keyField: string | null;
  mayCreate: boolean;
  mayEditReadOnly: boolean;
  /** Columns with names that other fields had before. */
  reused?: readonly ReusedName[];
  readAs?: readonly (Omit<ReadAs, 'field_id'> & Partial<ReadAs>)[];
  /** Rows that were left out. */
  totals?: readonly TotalRow[];
}

/** How an import is applied, and what whoever applies it may do. */
export interface ImportResolution extends ImportDecisions {
  itemLimit: number | null;
  mayEditReadOnly: boolean;
}

/**
 * Rows of files that are read as items of a template, checked and then applied as a change set, whose state is that of
 * the import from then on.
 */
export const imports = pgTable(
  'imports',
  {
    id: serial().primaryKey(),
    instanceId: integer('instance_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    templateId: text('template_id').notNull(),
    ...actor(),
    origin: text({ enum: ['import', 'grid'] }).notNull(),
    /** `receiving` until all rows have arrived: then it is not shown. */
    state: text({ enum: ['receiving', 'checking', 'checked', 'applying', 'applied', 'failed', 'cancelled'] }).notNull(),
    error: text(),
    request: jsonb().$type<ImportRequest>().notNull(),
    /** Set once it is to be applied. */
    resolution: jsonb().$type<ImportResolution>(),
    rows: integer().notNull().default(0),
    bytes: integer().notNull().default(0),
    /** How many rows are checked. */
    done: integer().notNull().default(0),
    /** How many rows have no item yet. */
    newRows: integer('new_rows').notNull().default(0),
    added: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    unchanged: integer().notNull().default(0),
    conflict: integer().notNull().default(0),
    refused: integer().notNull().default(0),
    ignoredColumns: jsonb('ignored_columns').$type<string[]>().notNull().default(sql`'[]'`),
    changeSetId: integer('change_set_id').references(() => changeSets.id, { onDelete: 'cascade' }),
    /** With which it was requested: a repeated request finds it. The hash is that of its rows and options. */
    idempotencyKey: uuid('idempotency_key'),
    bodyHash: uuid('body_hash'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('imports_instance').on(table.instanceId),
    index('imports_created').on(table.createdAt),
    index('imports_change_set').on(table.changeSetId).where(sql`${table.changeSetId} is not null`),
    uniqueIndex('imports_idempotency')
      .on(table.instanceId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
  ],
);

/** Rows of an import as read, in the order of the file, until it is applied. */
export const importParts = pgTable(
  'import_parts',
  {
    importId: integer('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    part: integer().notNull(),
    /** JSON. */
    rows: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.part] })],
);

/** What the check has found for the rows, in parts of its own: an item can be far larger than its row. */
export const importResults = pgTable(
  'import_results',
  {
    importId: integer('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    part: integer().notNull(),
    /** JSON. */
    rows: text().notNull(),
    added: integer().notNull(),
    changed: integer().notNull(),
    unchanged: integer().notNull(),
    conflict: integer().notNull(),
    refused: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.part] })],
);
