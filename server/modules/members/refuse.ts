import { assignableRoles, mayManage, type WorkspaceRole, workspaceRoleOf } from '@quartermaster/contract/access.ts';
import { AppError } from '../../core/base/errors.ts';

interface Giver {
  role: WorkspaceRole;
  plan: Parameters<typeof assignableRoles>[0];
}

/** Refuses to change a member with this workspace role, or an invitation to it. */
export function refuseManaging({ role }: Pick<Giver, 'role'>, roleId: number): void {
  if (!mayManage(role, workspaceRoleOf(roleId)))
    throw new AppError('forbidden', { message: 'Only owners can change owners of the workspace.' });
}

/** Refuses to assign a role: 402 if a larger plan would allow it, otherwise 403. */
export function refuseRole({ role, plan }: Giver, given: WorkspaceRole): void {
  if (assignableRoles(plan, role).includes(given)) return;
  if (assignableRoles('teams', role).includes(given)) throw new AppError('plan');
  throw new AppError('forbidden', { message: 'You cannot give a role above your own.' });
}
