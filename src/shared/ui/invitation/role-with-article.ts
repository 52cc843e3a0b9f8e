import type { WorkspaceRole } from '@quartermaster/contract/access.ts';

/** A role in a workspace as a sentence names whoever has it: an owner. */
export const roleWithArticle: Readonly<Record<WorkspaceRole, string>> = {
  owner: 'an owner',
  admin: 'an admin',
  member: 'a member',
};
