import type { RoleByClaim } from '@quartermaster/contract/endpoints/people/company-sign-in.ts';
import type { Query } from '../../core/database/database.ts';

/** The company sign-in of a workspace with its verified domains. */
export interface ProviderRow {
  id: number;
  name: string;
  issuer: string;
  clientId: string;
  /** Encrypted. */
  clientSecret: string;
  portalClientId: string;
  claim: string;
  rolesByClaim: RoleByClaim[];
  defaultRoleId: RoleByClaim['role_id'] | null;
  isOnly: boolean;
  domains: string[];
}

const provider = `select c.workspace_id as id, w.name, c.issuer, c.client_id as "clientId", c.client_secret as "clientSecret",
    c.portal_client_id as "portalClientId", c.claim, c.roles_by_claim as "rolesByClaim", c.default_role_id as "defaultRoleId",
    c.is_only as "isOnly",
    array(select d.domain from company_domains d where d.workspace_id = c.workspace_id and d.verified_at is not null order by d.domain) as domains
  from company_sign_ins c join workspaces w on w.id = c.workspace_id`;

export const findProvider = async (query: Query, workspaceId: number): Promise<ProviderRow | undefined> =>
  (await query<ProviderRow>(`${provider} where c.workspace_id = $1`, [workspaceId], 'company-provider'))[0];

/** The company sign-in to which a domain leads. */
export const findProviderOfDomain = async (query: Query, domain: string): Promise<ProviderRow | undefined> =>
  (
    await query<ProviderRow>(
      `${provider} join company_domains of on of.workspace_id = c.workspace_id
        where of.domain = $1 and of.verified_at is not null`,
      [domain],
      'company-provider-of-domain',
    )
  )[0];

/** Those with a portal at an issuer: as many as a token is compared with. */
export const listPortalProviders = (query: Query, issuer: string): Promise<ProviderRow[]> =>
  query<ProviderRow>(
    `${provider} where c.issuer = $1 and c.portal_client_id <> '' order by c.workspace_id limit 100`,
    [issuer],
    'company-providers-of-portals',
  );

export async function hasPortals(query: Query): Promise<boolean> {
  const rows = await query(
    "select 1 from company_sign_ins where portal_client_id <> '' limit 1",
    [],
    'company-portals',
  );
  return rows.length > 0;
}
