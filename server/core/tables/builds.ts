import { bigint, boolean, index, integer, pgTable, primaryKey, serial, text, unique } from 'drizzle-orm/pg-core';
import { reports } from './content.ts';
import { moment } from './moment.ts';
import { instances, projects } from './workspaces.ts';

/** The files of a build, by their path in it. Builds of an instance with the same content share the stored file. */
export const buildFiles = pgTable(
  'build_files',
  {
    reportId: integer('report_id')
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
    /** That of the report: files are found by their content within an instance, as many have the same. */
    instanceId: integer('instance_id').notNull(),
    path: text().notNull(),
    /** Key in the file store; `.br` and `.gz` are its compressed variants. */
    file: text().notNull(),
    sha256: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.reportId, table.path] }),
    index('build_files_content').on(table.instanceId, table.sha256),
  ],
);

/** The keys with which the builds of a project are signed. */
export const signingKeys = pgTable(
  'signing_keys',
  {
    id: serial().primaryKey(),
    projectId: integer('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** In a manifest: the beginning of the hash of the public key. */
    keyId: text('key_id').notNull(),
    /** 32 bytes, base64. */
    publicKey: text('public_key').notNull(),
    /** PKCS #8, encrypted; null once it does not sign any more. */
    privateKey: text('private_key'),
    createdAt: moment('created_at').notNull(),
    retiredAt: moment('retired_at'),
  },
  (table) => [unique('signing_keys_key').on(table.projectId, table.keyId)],
);

/** A name by which games request a build of an instance. */
export const channels = pgTable(
  'channels',
  {
    id: serial().primaryKey(),
    instanceId: integer('instance_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** True if each completed export becomes its build. */
    follows: boolean().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [unique('channels_name').on(table.instanceId, table.name)],
);

/**
 * The builds that a channel points at: the one with the highest id, and the earlier ones for versions of the game that are
 * too small for it.
 */
export const channelBuilds = pgTable(
  'channel_builds',
  {
    id: serial().primaryKey(),
    channelId: integer('channel_id')
      .notNull()
      .references(() => channels.id, { onDelete: 'cascade' }),
    /** Without a cascade: such a build cannot be deleted. */
    reportId: integer('report_id')
      .notNull()
      .references(() => reports.id),
  },
  (table) => [
    unique('channel_builds_build').on(table.channelId, table.reportId),
    index('channel_builds_report').on(table.reportId),
  ],
);
