import type { Static } from 'typebox';
import { hasRole, signedIn } from './access.ts';
import { endpoint } from './endpoint.ts';
import type { Instance, Project, Subscription, Workspace, workspaceShapes } from './shapes/workspaces.ts';

export type Workspace = Static<typeof Workspace>;
export type Project = Static<typeof Project>;
export type Instance = Static<typeof Instance>;
export type Subscription = Static<typeof Subscription>;

/** Workspaces of the caller with their projects and instances, and the plan of each. */
export const workspaces = {
  list: endpoint<typeof workspaceShapes.list>({ method: 'GET', path: '/workspaces', access: signedIn }),
  getSubscription: endpoint<typeof workspaceShapes.getSubscription>({
    method: 'GET',
    path: '/workspaces/:workspaceId/subscriptions',
    access: hasRole('workspace', 'owner', 'admin', 'member'),
  }),
};
