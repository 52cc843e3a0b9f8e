import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, serial, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { companySignIns } from './company-sign-in.ts';
import { moment } from './moment.ts';
import { workspaces } from './workspaces.ts';

/** Tokens by which the directory of a company keeps people of a workspace up to date. They end with its company sign-in. */
export const scimTokens = pgTable(
  'scim_tokens',
  {
    id: serial().primaryKey(),
    workspaceId: integer('workspace_id')
      .notNull()
      .references(() => companySignIns.workspaceId, { onDelete: 'cascade' }),
    /** SHA-256 of the token, hex. */
    tokenHash: text('token_hash').notNull(),
    /** Its first characters, by which people tell tokens apart. */
    prefix: text().notNull(),
    createdAt: moment('created_at').notNull(),
    /** To the minute. */
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [
    uniqueIndex('scim_tokens_token').on(table.tokenHash),
    index('scim_tokens_workspace').on(table.workspaceId),
  ],
);

/** People of a directory in a workspace. Who is a member of the workspace is active. */
export const scimUsers = pgTable(
  'scim_users',
  {
    id: serial().primaryKey(),
    /** What the directory calls it by; random, so that it says nothing about accounts. */
    scimId: uuid('scim_id').notNull().defaultRandom(),
    workspaceId: integer('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** As the directory sent it; the address of the account may be another one by now. */
    userName: text('user_name').notNull(),
    externalId: text('external_id'),
    givenName: text('given_name'),
    familyName: text('family_name'),
    displayName: text('display_name'),
    createdAt: moment('created_at').notNull(),
    changedAt: moment('changed_at').notNull(),
  },
  (table) => [
    uniqueIndex('scim_users_scim_id').on(table.scimId),
    uniqueIndex('scim_users_account').on(table.workspaceId, table.accountId),
    uniqueIndex('scim_users_name').on(table.workspaceId, sql`lower(${table.userName})`),
    index('scim_users_external').on(table.workspaceId, table.externalId),
    index('scim_users_list').on(table.workspaceId, table.id),
    index('scim_users_by_account').on(table.accountId),
  ],
);

/** Groups of a directory in a workspace. */
export const scimGroups = pgTable(
  'scim_groups',
  {
    id: serial().primaryKey(),
    scimId: uuid('scim_id').notNull().defaultRandom(),
    workspaceId: integer('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    displayName: text('display_name').notNull(),
    externalId: text('external_id'),
    /** The role in the workspace that it gives; null for none. */
    roleId: smallint('role_id'),
    createdAt: moment('created_at').notNull(),
    changedAt: moment('changed_at').notNull(),
  },
  (table) => [
    uniqueIndex('scim_groups_scim_id').on(table.scimId),
    uniqueIndex('scim_groups_name').on(table.workspaceId, sql`lower(${table.displayName})`),
  ],
);

/** Who is in which group of a directory. */
export const scimGroupMembers = pgTable(
  'scim_group_members',
  {
    groupId: integer('group_id')
      .notNull()
      .references(() => scimGroups.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => scimUsers.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.userId] }),
    index('scim_group_members_user').on(table.userId),
  ],
);
