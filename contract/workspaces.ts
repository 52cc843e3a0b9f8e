import type { Static } from 'typebox';
import { hasRole, signedIn } from './access.ts';
import { endpoint } from './endpoint.ts';
import type * as shapes from './shapes/workspaces.ts';

export type Workspace = Static<typeof shapes.Workspace>;
export type Project = Static<typeof shapes.Project>;
export type Subscription = Static<typeof shapes.Subscription>;

/** Workspaces of the caller with their projects and instances, and the plan of each. */
export const workspaces = {
  list: endpoint<typeof shapes.workspaceShapes.list>({ method: 'GET', path: '/workspaces', access: signedIn }),
  /** Makes a workspace of the caller's on a trial; 402 where they own one already and none of theirs has a plan that allows more. */
  create: endpoint<typeof shapes.workspaceShapes.create>({ method: 'POST', path: '/workspaces', access: signedIn }),
  rename: endpoint<typeof shapes.workspaceShapes.rename>({
    method: 'POST',
    path: '/workspaces/:workspaceId/rename',
    access: hasRole('workspace', 'owner', 'admin'),
  }),
  getSubscription: endpoint<typeof shapes.workspaceShapes.getSubscription>({
    method: 'GET',
    path: '/workspaces/:workspaceId/subscriptions',
    access: hasRole('workspace', 'owner', 'admin', 'member'),
  }),
};
