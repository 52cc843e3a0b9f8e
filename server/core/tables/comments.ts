import type { StoredRow } from '@quartermaster/contract/content/row-anchors.ts';
import type { CommentSubject } from '@quartermaster/contract/endpoints/comments.ts';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { actor } from './author.ts';
import { moment } from './moment.ts';
import { instances, projects } from './workspaces.ts';

/** Comments, which belong to what they are about in the project, whichever of its instances they were written in. */
export const comments = pgTable(
  'comments',
  {
    id: serial().primaryKey(),
    projectId: integer('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    instanceId: integer('instance_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    /** The first comment of its thread; null for that one. */
    threadId: integer('thread_id'),
    /** Of a first comment, like what follows. */
    about: text().$type<CommentSubject>(),
    subjectId: integer('subject_id'),
    templateId: text('template_id'),
    itemId: integer('item_id'),
    line: integer(),
    fieldId: text('field_id'),
    rows: jsonb().$type<StoredRow[]>(),
    /** Of its field, when the thread was begun. */
    fieldLabel: text('field_label').notNull().default(''),
    quote: text().notNull().default(''),
    resolvedAt: moment('resolved_at'),
    resolvedBy: integer('resolved_by'),
    ...actor(),
    text: text().notNull(),
    mentions: integer().array().notNull().default(sql`'{}'`),
    createdAt: moment('created_at').notNull(),
    editedAt: moment('edited_at'),
    deletedAt: moment('deleted_at'),
  },
  (table) => [
    index('comments_project').on(table.projectId),
    index('comments_instance').on(table.instanceId),
    index('comments_thread').on(table.threadId, table.id).where(sql`${table.threadId} is not null`),
    index('comments_item')
      .on(table.projectId, table.templateId, table.itemId, table.id)
      .where(sql`${table.threadId} is null and ${table.about} in ('item', 'template')`),
    index('comments_open')
      .on(table.projectId, table.templateId, table.itemId)
      .where(sql`${table.about} = 'item' and ${table.resolvedAt} is null`),
    index('comments_subject')
      .on(table.about, table.subjectId, table.id)
      .where(sql`${table.threadId} is null and ${table.subjectId} is not null`),
  ],
);

/** How far people have read threads. */
export const commentReads = pgTable(
  'comment_reads',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    threadId: integer('thread_id')
      .notNull()
      .references(() => comments.id, { onDelete: 'cascade' }),
    /** The last comment that was read. */
    upTo: integer('up_to').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.threadId] }),
    index('comment_reads_thread').on(table.threadId),
  ],
);

/** Mentions of accounts in comments, with when each was mailed and read. */
export const commentMentions = pgTable(
  'comment_mentions',
  {
    commentId: integer('comment_id')
      .notNull()
      .references(() => comments.id, { onDelete: 'cascade' }),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
    /** When a mail has told of it; null until then. */
    mailedAt: moment('mailed_at'),
    /** When its thread was read; null as long as it waits. */
    readAt: moment('read_at'),
  },
  (table) => [
    primaryKey({ columns: [table.commentId, table.accountId] }),
    index('comment_mentions_account').on(table.accountId, table.commentId).where(sql`${table.readAt} is null`),
    index('comment_mentions_unmailed').on(table.accountId).where(sql`${table.mailedAt} is null`),
  ],
);
