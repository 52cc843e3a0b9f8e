import { type WorkspaceRole, workspaceRoleOf } from '@quartermaster/contract/access.ts';

/** The roles of a workspace as people read them. */
export const roleLabels: Record<WorkspaceRole, string> = { owner: 'Owner', admin: 'Admin', member: 'Member' };

/** What each role of a workspace allows. */
export const roleDescriptions: Record<WorkspaceRole, string> = {
  owner: 'May do everything, also billing and deleting projects.',
  admin: 'Manages members, roles and projects, and works in the projects that they are added to.',
  member: 'Works in the projects that they are added to.',
};

/** The role that the wire has as a number, as people read it. */
export const roleText = (id: number): string => roleLabels[workspaceRoleOf(id)];
