import type { ExtensionParts } from '@quartermaster/contract/endpoints/extensions.ts';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { moment } from './moment.ts';
import { workspaces } from './workspaces.ts';

/** The extensions that an owner of a workspace has allowed, with their scripts. */
export const extensions = pgTable(
  'extensions',
  {
    id: serial().primaryKey(),
    workspaceId: integer('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    version: text().notNull(),
    title: text().notNull(),
    /** Of the manifest. */
    address: text().notNull(),
    editorTypes: text('editor_types').array().notNull(),
    hasCells: boolean('has_cells').notNull(),
    /** What has a place of its own. */
    parts: jsonb().$type<ExtensionParts>().notNull().default(sql`'{}'::jsonb`),
    /** The SHA-384 of the script in hexadecimal digits. */
    hash: text().notNull(),
    script: text().notNull(),
    /** Who allowed it. */
    accountId: integer('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    allowedAt: moment('allowed_at').notNull(),
  },
  (table) => [
    uniqueIndex('extensions_name').on(table.workspaceId, table.name),
    // Several workspaces may have allowed the same script.
    index('extensions_hash').on(table.hash),
  ],
);
