import { subscriptionStatuses } from '@quartermaster/contract/subscription.ts';
import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { moment } from './moment.ts';

/** What members share: projects, and one plan. */
export const workspaces = pgTable('workspaces', {
  id: serial().primaryKey(),
  name: text().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** The plan of a workspace; money in US cents. */
export const subscriptions = pgTable('subscriptions', {
  workspaceId: integer('workspace_id')
    .primaryKey()
    .references(() => workspaces.id, { onDelete: 'cascade' }),
  plan: text({ enum: ['free', 'starter', 'teams'] }).notNull(),
  status: text({ enum: subscriptionStatuses }).notNull(),
  members: integer().notNull().default(1),
  projects: integer().notNull().default(0),
  nextBillingDateAt: moment('next_billing_date_at'),
  recurringPayment: integer('recurring_payment').notNull().default(0),
  nextPayment: integer('next_payment').notNull().default(0),
});

/** Who belongs to a workspace, as owner (1), admin (2) or member (3). */
export const workspaceMembers = pgTable(
  'workspace_members',
  {
    workspaceId: integer('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    roleId: smallint('role_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.accountId] }),
    index('workspace_members_account').on(table.accountId),
    index('workspace_members_role').on(table.workspaceId, table.roleId, table.accountId),
  ],
);

/** A game of a workspace; its items have the same ids in all of its instances. */
export const projects = pgTable(
  'projects',
  {
    id: serial().primaryKey(),
    workspaceId: integer('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    status: text({ enum: ['Active', 'DeleteInProgress'] })
      .notNull()
      .default('Active'),
    /** When a project that is being deleted is really removed; until then it can be brought back. */
    deleteAfter: moment('delete_after'),
    /** Set once its content goes: from then on nothing brings it back. */
    removalStartedAt: moment('removal_started_at'),
    /** The id that the project's next item gets; the same item has the same id in all instances. */
    nextItemId: integer('next_item_id').notNull().default(1),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('projects_workspace').on(table.workspaceId),
    index('projects_delete_after').on(table.deleteAfter).where(sql`${table.deleteAfter} is not null`),
  ],
);

/** A project in one environment. */
export const instances = pgTable(
  'instances',
  {
    id: serial().primaryKey(),
    projectId: integer('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    env: text({ enum: ['Dev', 'Stage', 'Prod'] }).notNull(),
  },
  (table) => [unique('instances_project_env').on(table.projectId, table.env)],
);

/** Sets of permissions that a person can be given in an instance. `isAdmin` marks the built-in role with all of them. */
export const roles = pgTable(
  'roles',
  {
    id: serial().primaryKey(),
    workspaceId: integer('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    isAdmin: boolean('is_admin').notNull().default(false),
    permissionIds: smallint('permission_ids').array().notNull(),
  },
  (table) => [uniqueIndex('roles_name').on(table.workspaceId, sql`lower(${table.name})`)],
);

/** Which roles a person holds in which instance. */
export const instanceMembers = pgTable(
  'instance_members',
  {
    instanceId: integer('instance_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    roleId: integer('role_id')
      .notNull()
      .references(() => roles.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.instanceId, table.accountId, table.roleId] }),
    index('instance_members_account').on(table.accountId),
    index('instance_members_role').on(table.roleId),
  ],
);
