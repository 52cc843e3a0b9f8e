import { subscriptionEnds, subscriptionStatuses } from '@quartermaster/contract/subscription.ts';
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

/** Contains projects and has one plan, both shared by its members. */
export const workspaces = pgTable('workspaces', {
  id: serial().primaryKey(),
  name: text().notNull(),
  /** The days that members have to set up a second factor; null if none is required. */
  factorDays: smallint('factor_days'),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** The plan of a workspace; amounts in US cents. */
export const subscriptions = pgTable(
  'subscriptions',
  {
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
    /** True if more seats were used than are paid for when the row was last stored. */
    isShortOfSeats: boolean('is_short_of_seats').notNull().default(false),
    /** The result of a requested cancellation at the billing date. */
    endsAs: text('ends_as', { enum: subscriptionEnds }),
    /** Its id at the payment provider; a trial and Free have none. */
    providerId: text('provider_id'),
    /** When the provider last changed the stored state: older states are ignored. */
    providerChangedAt: moment('provider_changed_at'),
    /** When the provider last reported it, or was last queried. */
    providerHeardAt: moment('provider_heard_at'),
    /** Until then, a change by an owner is pending at the provider, and no other one begins. */
    changeUntil: moment('change_until'),
    /** The seats and projects after a pending change, so that those about to be removed cannot be used. */
    changeMembers: integer('change_members'),
    changeProjects: integer('change_projects'),
    /**
     * For a canceled subscription: the days before deletion of its content at which the owners were last warned, 0 once
     * deleted.
     */
    removalWarned: integer('removal_warned'),
    /** When its content is deleted, once the owners have received the last warning. */
    removalAt: moment('removal_at'),
  },
  (table) => [
    uniqueIndex('subscriptions_provider').on(table.providerId).where(sql`${table.providerId} is not null`),
    index('subscriptions_heard').on(table.providerHeardAt).where(sql`${table.providerId} is not null`),
    index('subscriptions_short_of_seats').on(table.workspaceId).where(sql`${table.isShortOfSeats}`),
    index('subscriptions_canceled').on(table.nextBillingDateAt).where(sql`${table.status} = 'canceled'`),
  ],
);

/** Members of a workspace, as owner (1), admin (2) or member (3). */
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
    /** True if only company sign-in opens the workspace: in the row that each call reads anyway. */
    isCompanyOnly: boolean('is_company_only').notNull().default(false),
    /** From when on the account needs a second factor, whether it has one or not; null if the workspace requires none. */
    factorDueAt: moment('factor_due_at'),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.accountId] }),
    index('workspace_members_account').on(table.accountId),
    index('workspace_members_role').on(table.workspaceId, table.roleId, table.accountId),
  ],
);

/** A game in a workspace; its items have the same ids in all of its instances. */
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
    /** The languages of localised texts, the source first. */
    languages: text().array().notNull().default(sql`'{}'`),
    /** True if exports also have a file in each language, for templates with localised texts. */
    filePerLanguage: boolean('file_per_language').notNull().default(false),
    /** When a project marked for deletion is removed for good; until then it can be restored. */
    deleteAfter: moment('delete_after'),
    /** Set when removal of its content starts; from then on it cannot be restored. */
    removalStartedAt: moment('removal_started_at'),
    /** The id of the project's next item; an item has the same id in all instances. */
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
    /** True if its builds are read without a token. */
    hasPublicBuilds: boolean('has_public_builds').notNull().default(false),
    /** True if a webhook is asked before saves: those of other instances do not look for one. */
    hasChecks: boolean('has_checks').notNull().default(false),
  },
  (table) => [unique('instances_project_env').on(table.projectId, table.env)],
);

/**
 * Sets of permissions that a user can be given in an instance. `isAdmin` marks the built-in role with all permissions.
 */
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

/** The roles of users in instances. */
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
