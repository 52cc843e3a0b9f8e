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
export function refuseRole({ role, plan }: Giver, assigned: WorkspaceRole): void {
  if (assignableRoles(plan, role).includes(assigned)) return;
  if (assignableRoles('teams', role).includes(assigned)) throw new AppError('plan');
  throw new AppError('forbidden', { message: 'You cannot give a role above your own.' });
}
