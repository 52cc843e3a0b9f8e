import type { CompanyTrial, RoleByClaim } from '@quartermaster/contract/endpoints/people/company-sign-in.ts';
import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, primaryKey, serial, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { moment } from './moment.ts';
import { workspaces } from './workspaces.ts';

/** The company sign-in of a workspace: its OpenID provider, and who joins by it. */
export const companySignIns = pgTable('company_sign_ins', {
  workspaceId: integer('workspace_id')
    .primaryKey()
    .references(() => workspaces.id, { onDelete: 'cascade' }),
  /** Exactly as in its tokens. */
  issuer: text().notNull(),
  clientId: text('client_id').notNull(),
  /** Encrypted. */
  clientSecret: text('client_secret').notNull(),
  /** A portal's client id at the provider, whose id tokens can be exchanged; empty for none. */
  portalClientId: text('portal_client_id').notNull(),
  /** The claim that decides the role of who joins; empty for none. */
  claim: text().notNull(),
  rolesByClaim: jsonb('roles_by_claim').$type<RoleByClaim[]>().notNull(),
  /** The role of who joins without a matching claim; null: only invited people join. */
  defaultRoleId: smallint('default_role_id'),
  /** True if only sessions of this sign-in open the workspace. */
  isOnly: boolean('is_only').notNull().default(false),
  /** What came when it was tried last. */
  trial: jsonb().$type<CompanyTrial>(),
  changedAt: moment('changed_at').notNull(),
});

/** The email domains of workspaces; one that is verified belongs to one workspace. */
export const companyDomains = pgTable(
  'company_domains',
  {
    id: serial().primaryKey(),
    workspaceId: integer('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    /** In lower case, international ones in ASCII. */
    domain: text().notNull(),
    /** What its DNS record has to contain. */
    token: text().notNull(),
    verifiedAt: moment('verified_at'),
  },
  (table) => [
    uniqueIndex('company_domains_workspace').on(table.workspaceId, table.domain),
    uniqueIndex('company_domains_verified').on(table.domain).where(sql`${table.verifiedAt} is not null`),
  ],
);

/** Whom the subjects of OpenID providers are. */
export const companyIdentities = pgTable(
  'company_identities',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    uniqueIndex('company_identities_account').on(table.accountId, table.issuer),
  ],
);
