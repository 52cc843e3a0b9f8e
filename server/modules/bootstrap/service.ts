import type { Grants } from '@quartermaster/contract/access.ts';
import type { bootstrap } from '@quartermaster/contract/endpoints/bootstrap.ts';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { listMenu } from '../../content/menu/menu-repository.ts';
import type { Deps } from '../../core/app/deps.ts';
import { listWorkspaceRoles, readActiveInstance } from '../accounts/repository.ts';
import { permissionsOf } from '../instances/service.ts';
import { listWorkspaces } from '../workspaces/repository.ts';

/** The settings, roles and workspaces of an account. */
export async function readAccountBootstrap(
  { database, clock }: Deps,
  accountId: number,
): Promise<Output<typeof bootstrap.ofAccount>> {
  const [active, roles, workspaces] = await Promise.all([
    readActiveInstance(database.db, accountId),
    listWorkspaceRoles(database.db, accountId),
    listWorkspaces(database.query, accountId, clock.now()),
  ]);
  return { settings: { active_instance_id: active }, roles: { workspaces: roles }, workspaces: { workspaces } };
}

/** The permissions of an account in an instance, and the instance's menu. */
export async function readInstanceBootstrap(
  { database }: Deps,
  { grants, instanceId }: { grants: Grants; instanceId: number },
): Promise<Output<typeof bootstrap.ofInstance>> {
  return { permissions: permissionsOf(grants), menu: await listMenu(database.query, instanceId) };
}
