import type { ViewList } from '@quartermaster/contract/endpoints/views.ts';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { moment } from './moment.ts';
import { projects } from './workspaces.ts';

/** Saved views of a template, which has the same id in all instances of the project, and may be in the trash of each. */
export const views = pgTable(
  'views',
  {
    id: serial().primaryKey(),
    projectId: integer('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    templateId: text('template_id').notNull(),
    /** The member who alone has it; null for one of the project. */
    accountId: integer('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    list: jsonb().$type<ViewList>().notNull(),
    isFirst: boolean('is_first').notNull(),
    version: integer().notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('views_template').on(table.projectId, table.templateId, table.id),
    index('views_account').on(table.accountId).where(sql`${table.accountId} is not null`),
    uniqueIndex('views_first').on(table.projectId, table.templateId).where(sql`${table.isFirst}`),
    check('views_first_is_of_project', sql`not ${table.isFirst} or ${table.accountId} is null`),
  ],
);
