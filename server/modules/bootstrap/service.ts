import type { Grants } from '@quartermaster/contract/access.ts';
import type { bootstrap } from '@quartermaster/contract/endpoints/bootstrap.ts';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { listMenu } from '../../content/menu/menu-repository.ts';
import type { Deps } from '../../core/app/deps.ts';
import { activeInstanceSql, type WorkspaceRole, workspaceRolesSql } from '../accounts/repository.ts';
import { permissionsOf } from '../instances/service.ts';
import { type OwnWorkspaceRow, ownWorkspacesSql, workspacesOf } from '../workspaces/repository.ts';
import { readTogether } from './repository.ts';

interface AccountRows extends Record<string, object> {
  active: { id: number };
  roles: WorkspaceRole;
  workspaces: OwnWorkspaceRow;
}

/** The settings, roles and workspaces of an account. */
export async function readAccountBootstrap(
  { database, clock }: Deps,
  accountId: number,
): Promise<Output<typeof bootstrap.ofAccount>> {
  const { active, roles, workspaces } = await readTogether<AccountRows>(
    database.query,
    { active: activeInstanceSql, roles: workspaceRolesSql, workspaces: ownWorkspacesSql },
    accountId,
  );
  return {
    settings: { active_instance_id: active[0]?.id ?? 0 },
    roles: { workspaces: roles },
    workspaces: { workspaces: workspacesOf(workspaces, clock.now()) },
  };
}

/** The permissions of an account in an instance, and the instance's menu. */
export async function readInstanceBootstrap(
  { database }: Deps,
  { grants, instanceId }: { grants: Grants; instanceId: number },
): Promise<Output<typeof bootstrap.ofInstance>> {
  return { permissions: permissionsOf(grants), menu: await listMenu(database.query, instanceId) };
}
