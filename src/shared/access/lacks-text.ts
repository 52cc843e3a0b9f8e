import { type Permission, permissions } from '@quartermaster/contract/access.ts';

const named = (permission: Permission) => `“${permissions[permission].label}”`;

/** Names the permission that the user lacks, any one of those given, and who can help. */
export const lacksText = (...needed: Permission[]): string =>
  `Your roles in this project do not include ${needed.map(named).join(' or ')}. An admin of the workspace can change that.`;
