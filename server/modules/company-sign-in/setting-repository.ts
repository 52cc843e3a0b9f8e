import { workspaceRoles } from '@quartermaster/contract/access.ts';
import { verificationRecord } from '@quartermaster/contract/company-sign-in.ts';
import type {
  CompanyDomain,
  CompanySetting,
  CompanyTrial,
} from '@quartermaster/contract/endpoints/people/company-sign-in.ts';
import type { Query } from '../../core/database/database.ts';

/** The stored setting, with its encrypted secret. */
export type StoredSetting = CompanySetting & { client_secret: string };

export const readSetting = async (query: Query, workspaceId: number): Promise<StoredSetting | undefined> =>
  (
    await query<StoredSetting>(
      `select issuer, client_id, client_secret, portal_client_id, claim, roles_by_claim, default_role_id, is_only, trial
        from company_sign_ins where workspace_id = $1`,
      [workspaceId],
    )
  )[0];

/** Stores a setting; only company sign-in is on afterwards if it stays. */
export async function writeSetting(
  query: Query,
  workspaceId: number,
  { now, ...setting }: Omit<StoredSetting, 'trial'> & { now: Date },
): Promise<void> {
  const { issuer, client_id, client_secret, portal_client_id, claim, roles_by_claim, default_role_id, is_only } =
    setting;
  await query(
    `insert into company_sign_ins (workspace_id, issuer, client_id, client_secret, portal_client_id, claim, roles_by_claim,
        default_role_id, is_only, changed_at)
      values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10)
      on conflict (workspace_id) do update set issuer = excluded.issuer, client_id = excluded.client_id,
        client_secret = excluded.client_secret, portal_client_id = excluded.portal_client_id, claim = excluded.claim,
        roles_by_claim = excluded.roles_by_claim, default_role_id = excluded.default_role_id, is_only = excluded.is_only,
        changed_at = excluded.changed_at`,
    [
      ...[workspaceId, issuer, client_id, client_secret, portal_client_id, claim, JSON.stringify(roles_by_claim)],
      ...[default_role_id, is_only, now],
    ],
  );
  await copyOnly(query, workspaceId);
}

/** Members have a copy, so that the check of a call reads nothing more. */
async function copyOnly(query: Query, workspaceId: number): Promise<void> {
  await query(
    `update workspace_members m set is_company_only = s.is_only
      from (select coalesce((select is_only from company_sign_ins where workspace_id = $1), false) as is_only) s
      where m.workspace_id = $1 and m.is_company_only <> s.is_only`,
    [workspaceId],
  );
}

export async function writeOnly(query: Query, workspaceId: number, isOnly: boolean): Promise<void> {
  await query('update company_sign_ins set is_only = $2 where workspace_id = $1', [workspaceId, isOnly]);
  await copyOnly(query, workspaceId);
}

export async function writeTrial(query: Query, workspaceId: number, trial: CompanyTrial): Promise<void> {
  await query('update company_sign_ins set trial = $2::jsonb where workspace_id = $1', [
    workspaceId,
    JSON.stringify(trial),
  ]);
}

export async function deleteSetting(query: Query, workspaceId: number): Promise<void> {
  await query('delete from company_sign_ins where workspace_id = $1', [workspaceId]);
  await copyOnly(query, workspaceId);
}

interface DomainRow {
  id: number;
  workspace_id: number;
  domain: string;
  token: string;
  verified_at: Date | null;
}

const domains = 'select id, workspace_id, domain, token, verified_at from company_domains';

export const toDomain = ({ id, domain, token, verified_at }: DomainRow): CompanyDomain => ({
  id,
  domain,
  record: verificationRecord + token,
  verified_at: verified_at?.toISOString() ?? null,
});

/** By name. */
export const listDomains = (query: Query, workspaceId: number): Promise<DomainRow[]> =>
  query<DomainRow>(`${domains} where workspace_id = $1 order by domain`, [workspaceId]);

export const findDomain = async (query: Query, workspaceId: number, id: number): Promise<DomainRow | undefined> =>
  (await query<DomainRow>(`${domains} where workspace_id = $1 and id = $2`, [workspaceId, id]))[0];

/** Of the workspace that has verified it. */
export const findVerified = async (query: Query, domain: string): Promise<DomainRow | undefined> =>
  (await query<DomainRow>(`${domains} where domain = $1 and verified_at is not null`, [domain]))[0];

export async function insertDomain(query: Query, workspaceId: number, domain: string, token: string): Promise<void> {
  await query('insert into company_domains (workspace_id, domain, token) values ($1, $2, $3)', [
    workspaceId,
    domain,
    token,
  ]);
}

/** Null: it is not verified any more. */
export async function writeVerified(query: Query, id: number, at: Date | null): Promise<void> {
  await query('update company_domains set verified_at = $2 where id = $1', [id, at]);
}

export async function deleteDomain(query: Query, id: number): Promise<void> {
  await query('delete from company_domains where id = $1', [id]);
}

/** The workspaces of an account that only open with their company sign-in. */
export const listOnlyWorkspaces = (query: Query, accountId: number): Promise<{ id: number; isOwner: boolean }[]> =>
  query(
    `select m.workspace_id as id, m.role_id = ${workspaceRoles.owner} as "isOwner"
      from workspace_members m join company_sign_ins c on c.workspace_id = m.workspace_id and c.is_only
      where m.account_id = $1 order by m.workspace_id`,
    [accountId],
  );
