import type { ImportMatch } from '@quartermaster/contract/endpoints/imports.ts';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, serial, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { actor } from './author.ts';
import { changeSets } from './change-sets.ts';
import { moment } from './moment.ts';
import { instances } from './workspaces.ts';

/** Proposed changes to items of a template, as they were sent: they are read again for the template as it is then. */
export interface ProposedChanges {
  template_id: string;
  match?: ImportMatch;
  /** The unique field to match by. */
  key?: string;
  items: readonly Readonly<Record<string, unknown>>[];
}

/** A template of a proposal, with its name at that time. */
export interface ProposedTemplate {
  template_id: string;
  name: string;
  items: number;
}

/** Changes to items that were proposed, and what was decided on them. */
export const proposals = pgTable(
  'proposals',
  {
    id: serial().primaryKey(),
    instanceId: integer('instance_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    note: text().notNull(),
    ...actor(),
    origin: text({ enum: ['assistant', 'api', 'form'] }).notNull(),
    state: text({ enum: ['open', 'applied', 'declined'] })
      .notNull()
      .default('open'),
    templates: jsonb().$type<ProposedTemplate[]>().notNull(),
    items: integer().notNull(),
    /** JSON of {@link ProposedChanges}; null once it is applied. Text, as no query reads inside. */
    changes: text(),
    decidedBy: integer('decided_by').references(() => accounts.id, { onDelete: 'set null' }),
    decidedAt: moment('decided_at'),
    decisionNote: text('decision_note').notNull().default(''),
    changeSetId: integer('change_set_id').references(() => changeSets.id, { onDelete: 'set null' }),
    /** With which it was requested: a repeated request finds it. */
    idempotencyKey: uuid('idempotency_key'),
    bodyHash: uuid('body_hash'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('proposals_instance').on(table.instanceId, table.state, table.id),
    index('proposals_instance_all').on(table.instanceId, table.id),
    /** For the deletion of old ones. */
    index('proposals_open').on(table.createdAt).where(sql`${table.state} = 'open'`),
    index('proposals_decided').on(table.decidedAt).where(sql`${table.decidedAt} is not null`),
    index('proposals_change_set').on(table.changeSetId).where(sql`${table.changeSetId} is not null`),
    index('proposals_decided_by').on(table.decidedBy).where(sql`${table.decidedBy} is not null`),
    uniqueIndex('proposals_idempotency')
      .on(table.instanceId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
  ],
);
