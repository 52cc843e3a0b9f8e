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
  getSubscription: endpoint<typeof shapes.workspaceShapes.getSubscription>({
    method: 'GET',
    path: '/workspaces/:workspaceId/subscriptions',
    access: hasRole('workspace', 'owner', 'admin', 'member'),
  }),
};
