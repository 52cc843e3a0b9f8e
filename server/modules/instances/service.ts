import { type Grants, workspaceRoles } from '@quartermaster/contract/access.ts';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import { writeActiveInstance } from '../accounts/repository.ts';
import { isInWorkspaceOf } from './repository.ts';

/**
 * Stores the instance that the account works in; 0 is none. Throws 404 for an instance outside the account's
 * workspaces.
 */
export async function activateInstance(
  query: Query,
  { accountId, instanceId }: { accountId: number; instanceId: number },
): Promise<void> {
  if (instanceId !== 0 && !(await isInWorkspaceOf(query, { instanceId, accountId }))) throw new AppError('not_found');
  await writeActiveInstance(query, { accountId, instanceId });
}

/** The permissions of the caller in an instance. Throws 404 to callers outside its workspace. */
export function permissionsOf({ workspaceRole, permissionIds }: Grants): Output<typeof instances.getPermissions> {
  if (!workspaceRole) throw new AppError('not_found');
  return {
    workspace_role_id: workspaceRoles[workspaceRole],
    permissions: [...permissionIds].toSorted((a, b) => a - b),
  };
}
