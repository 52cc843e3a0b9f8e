import { type AccessOf, allPermissionIds, type Plan, type WorkspaceRole } from '@quartermaster/contract/access.ts';
import type { Actor } from '../../core/base/actor.ts';
import type { Query } from '../../core/database/database.ts';
import { authorizeInScope, type ProjectCaller, type WorkspaceCaller } from '../../core/session/access.ts';
import { listGranted } from './grants-repository.ts';
import { lockSubscription } from './repository.ts';

/** The member changing access, re-read under the lock. */
export interface Changer {
  workspaceId: number;
  actor: Actor;
  accountId: number;
  role: WorkspaceRole;
  plan: Plan;
  /** The subscription's status. */
  status: string;
  /** The number of paid seats. */
  seats: number;
}

/**
 * Begins a change of access: no other one can begin in the workspace until the end of the transaction. Refuses a caller
 * who has lost the permission since the call began.
 */
export async function beginChange(
  query: Query,
  access: AccessOf<'workspace'> | AccessOf<'project'>,
  caller: WorkspaceCaller | ProjectCaller,
  now: Date,
): Promise<Changer> {
  const { workspaceId, actor, accountId, issuedAt, signIn, via } = caller;
  const { status, members } = await lockSubscription(query, workspaceId);
  const id = access.scope === 'project' && 'projectId' in caller ? caller.projectId : workspaceId;
  const { grants } = await authorizeInScope(
    { access, safe: false },
    { query, id, now, accountId, issuedAt, signIn, via },
  );
  // The access check has refused callers without a role.
  const role = grants.workspaceRole as WorkspaceRole;
  return { workspaceId, actor, accountId, role, plan: grants.plan, status, seats: members };
}

/**
 * The permissions of a member in instances of the workspace, by instance: all for an owner, otherwise those of their
 * roles.
 */
export async function listCallerPermissions(
  query: Query,
  { workspaceId, accountId, role }: Pick<Changer, 'workspaceId' | 'accountId' | 'role'>,
  instanceIds: readonly number[],
): Promise<Map<number, readonly number[]>> {
  if (role === 'owner') return new Map(instanceIds.map((id) => [id, allPermissionIds]));
  const granted = await listGranted(query, { workspaceId, accountId, instanceIds });
  return new Map(granted.map(({ id, is_admin, permission_ids }) => [id, is_admin ? allPermissionIds : permission_ids]));
}
