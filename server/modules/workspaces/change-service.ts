import { type AccessOf, allPermissionIds, type Plan, type WorkspaceRole } from '@quartermaster/contract/access.ts';
import type { Query } from '../../core/database/database.ts';
import { admit, type ProjectCaller, type WorkspaceCaller } from '../../core/session/access.ts';
import { listGranted } from './grants-repository.ts';
import { lockSubscription } from './repository.ts';

/** Who changes who may do what, as they are by then. */
export interface Changer {
  workspaceId: number;
  accountId: number;
  role: WorkspaceRole;
  plan: Plan;
  /** Of the subscription. */
  status: string;
  /** The paid ones. */
  seats: number;
}

/**
 * Begins a change of who may do what: until the end of the transaction nobody else makes one in the workspace. Whoever has lost
 * the right to it since the call began is refused now.
 */
export async function beginChange(
  query: Query,
  access: AccessOf<'workspace'> | AccessOf<'project'>,
  caller: WorkspaceCaller | ProjectCaller,
): Promise<Changer> {
  const { workspaceId, accountId, issuedAt } = caller;
  const { status, members } = await lockSubscription(query, workspaceId);
  const id = access.scope === 'project' && 'projectId' in caller ? caller.projectId : workspaceId;
  const { grants } = await admit(access, { safe: false, query, id, accountId, issuedAt });
  // Nobody without a role is let in.
  const role = grants.workspaceRole as WorkspaceRole;
  return { workspaceId, accountId, role, plan: grants.plan, status, seats: members };
}

/** What somebody holds in instances of the workspace, by instance: an owner everything, others what their roles there have. */
export async function listHeld(
  query: Query,
  { workspaceId, accountId, role }: Pick<Changer, 'workspaceId' | 'accountId' | 'role'>,
  instanceIds: readonly number[],
): Promise<Map<number, readonly number[]>> {
  if (role === 'owner') return new Map(instanceIds.map((id) => [id, allPermissionIds]));
  const granted = await listGranted(query, { workspaceId, accountId, instanceIds });
  return new Map(granted.map(({ id, is_admin, permission_ids }) => [id, is_admin ? allPermissionIds : permission_ids]));
}
