import { tokenScopes } from '@quartermaster/contract/access.ts';
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { moment } from './moment.ts';
import { projects } from './workspaces.ts';

/** Tokens of projects. A revoked one is kept: histories show its name. */
export const projectTokens = pgTable(
  'project_tokens',
  {
    id: serial().primaryKey(),
    projectId: integer('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** The account that made it, whose permissions limit the token, too; null once that account is deleted: then it opens nothing. */
    accountId: integer('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    name: text().notNull(),
    scopes: text({ enum: tokenScopes }).array().notNull(),
    instanceIds: integer('instance_ids').array().notNull(),
    tokenHash: text('token_hash').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at'),
    /** To the minute. */
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    uniqueIndex('project_tokens_token').on(table.tokenHash),
    uniqueIndex('project_tokens_name')
      .on(table.projectId, sql`lower(${table.name})`)
      .where(sql`${table.revokedAt} is null`),
    index('project_tokens_project').on(table.projectId),
    index('project_tokens_account').on(table.accountId),
  ],
);
