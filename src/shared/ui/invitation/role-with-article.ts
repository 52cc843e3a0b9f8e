import type { WorkspaceRole } from '@quartermaster/contract/access.ts';

/** A workspace role with its article: an owner. */
export const roleWithArticle: Readonly<Record<WorkspaceRole, string>> = {
  owner: 'an owner',
  admin: 'an admin',
  member: 'a member',
};
