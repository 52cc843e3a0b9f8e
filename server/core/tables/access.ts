import type { LogDetails } from '@quartermaster/contract/endpoints/people/access-log.ts';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, serial, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { actorColumn } from './author.ts';
import { moment } from './moment.ts';
import { workspaces } from './workspaces.ts';

/** Open invitations to a workspace; at most one per address and workspace. */
export const invitations = pgTable(
  'invitations',
  {
    id: serial().primaryKey(),
    workspaceId: integer('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    roleId: smallint('role_id').notNull(),
    invitedBy: integer('invited_by').references(() => accounts.id, { onDelete: 'set null' }),
    /** Id of the mailed link among the one-time secrets; each mail has a new one. */
    linkId: uuid('link_id').notNull(),
    sentAt: moment('sent_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('invitations_email').on(table.workspaceId, sql`lower(${table.email})`),
    index('invitations_workspace').on(table.workspaceId, table.id),
    index('invitations_invited_by').on(table.invitedBy),
  ],
);

/** Every change of access, with the names that people had then; the ids are cleared when an account is deleted. */
export const accessLog = pgTable(
  'access_log',
  {
    id: serial().primaryKey(),
    workspaceId: integer('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    at: moment('at').notNull(),
    action: text().notNull(),
    actor: actorColumn('actor').notNull().default('account'),
    actorId: integer('actor_id').references(() => accounts.id, { onDelete: 'set null' }),
    actorName: text('actor_name').notNull(),
    actorEmail: text('actor_email').notNull(),
    subjectId: integer('subject_id').references(() => accounts.id, { onDelete: 'set null' }),
    subjectName: text('subject_name'),
    /** Null if the change concerns no single member. */
    subjectEmail: text('subject_email'),
    details: jsonb().$type<LogDetails>().notNull(),
  },
  (table) => [
    index('access_log_workspace').on(table.workspaceId, table.id),
    index('access_log_at').on(table.workspaceId, table.at),
    index('access_log_actor').on(table.actorId, table.workspaceId, table.id),
    index('access_log_subject').on(table.subjectId, table.workspaceId, table.id),
  ],
);
