import { boolean, index, integer, jsonb, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { templates } from './content.ts';
import { moment } from './moment.ts';
import { instances } from './workspaces.ts';

/** The list that an address reads. */
export interface StoredSheetList {
  filters?: { template_field_id: string; op: number; value: string }[];
  search?: string;
  sort?: { field: string; direction: 'asc' | 'desc' };
  fields?: string[];
}

/** Addresses from which sheet programs read one list each. A revoked one is deleted. */
export const sheetAddresses = pgTable(
  'sheet_addresses',
  {
    id: serial().primaryKey(),
    instanceId: integer('instance_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    /** A new template with the same id is another one. */
    templateKey: integer('template_key')
      .notNull()
      .references(() => templates.key, { onDelete: 'cascade' }),
    /** It reads what this account may read. */
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    list: jsonb().$type<StoredSheetList>().notNull(),
    mayPropose: boolean('may_propose').notNull(),
    tokenHash: text('token_hash').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [
    uniqueIndex('sheet_addresses_token').on(table.tokenHash),
    index('sheet_addresses_template').on(table.templateKey, table.id),
    index('sheet_addresses_instance').on(table.instanceId),
    index('sheet_addresses_account').on(table.accountId),
  ],
);
