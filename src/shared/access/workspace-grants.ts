import type { Grants, WorkspaceRole } from '@quartermaster/contract/access.ts';
import type { Subscription } from '@quartermaster/contract/workspaces.ts';

/** What a role in a workspace allows there and in its projects; a plan that is not known is in the way of nothing. */
export const workspaceGrants = (workspaceRole: WorkspaceRole | null, subscription?: Subscription): Grants => ({
  workspaceRole,
  permissionIds: [],
  env: null,
  plan: subscription?.type ?? 'teams',
  isCanceled: subscription?.status === 'canceled',
});
