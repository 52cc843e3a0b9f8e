import { type WorkspaceRole, workspaceRoleOf } from '@quartermaster/contract/access.ts';

/** The displayed names of workspace roles. */
export const roleLabels: Record<WorkspaceRole, string> = { owner: 'Owner', admin: 'Admin', member: 'Member' };

/** What each role of a workspace allows. */
export const roleDescriptions: Record<WorkspaceRole, string> = {
  owner: 'May do everything, also billing and deleting projects.',
  admin: 'Manages members, roles and projects, and works in the projects that they are added to.',
  member: 'Works in the projects that they are added to.',
};

/** The displayed name of a role by its id in the API. */
export const roleText = (id: number): string => roleLabels[workspaceRoleOf(id)];
