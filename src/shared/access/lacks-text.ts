import { type Permission, permissions } from '@quartermaster/contract/access.ts';

const named = (permission: Permission) => `“${permissions[permission].label}”`;

/** Says which permission somebody would need, any one of those given, and who can help. */
export const lacksText = (...needed: Permission[]): string =>
  `Your roles in this project do not include ${needed.map(named).join(' or ')}. An admin of the workspace can change that.`;
