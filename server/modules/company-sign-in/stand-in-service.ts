import { workspaceRoles } from '@quartermaster/contract/access.ts';
import type { Deps } from '../../core/app/deps.ts';
import type { Query } from '../../core/database/database.ts';
import { randomToken } from '../../core/environment/secrets.ts';
import { sealSecret, standInPath } from './provider-service.ts';
import { insertDomain, listDomains, writeSetting, writeVerified } from './setting-repository.ts';

/** Gives a workspace a company sign-in by this server's stand-in, so that it can be tried by a click. */
export async function useStandIn(
  query: Query,
  deps: Pick<Deps, 'config' | 'clock' | 'secrets'>,
  { workspaceId, domain }: { workspaceId: number; domain: string },
): Promise<void> {
  const now = deps.clock.now();
  await writeSetting(query, workspaceId, {
    issuer: `${deps.config.publicUrl}${standInPath}`,
    client_id: 'quartermaster',
    client_secret: sealSecret(deps, workspaceId, 'stand-in'),
    portal_client_id: '',
    claim: 'groups',
    roles_by_claim: [{ value: 'leads', role_id: workspaceRoles.admin }],
    default_role_id: workspaceRoles.member,
    is_only: false,
    now,
  });
  await insertDomain(query, workspaceId, domain, randomToken());
  for (const { id } of await listDomains(query, workspaceId)) await writeVerified(query, id, now);
}
