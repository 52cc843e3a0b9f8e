import type { Static } from 'typebox';
import { type GuardedEndpoint, hasRole, signedIn } from '../access.ts';
import type * as shapes from '../shapes/workspaces.ts';
import { endpoint } from './endpoint.ts';

/** A workspace of the caller, with the projects and instances visible to them. */
export type Workspace = Static<typeof shapes.Workspace>;
/** A project (game) of a workspace, with its instances. */
export type Project = Static<typeof shapes.Project>;
/** The plan of a workspace and its usage; money in US cents. */
export type Subscription = Static<typeof shapes.Subscription>;

/** The access that an owner needs to create another workspace; checked in each workspace that they own. */
export const furtherWorkspace = {
  access: { ...hasRole('workspace', 'owner'), feature: 'createWorkspaces' },
} satisfies GuardedEndpoint;

/** The caller's workspaces with their projects and instances, and the plan of each. */
export const workspaces = {
  /** The workspaces of the caller, with the projects and instances that the caller can open. */
  list: endpoint<typeof shapes.workspaceShapes.list>({ method: 'GET', path: '/workspaces', access: signedIn }),
  /**
   * Creates a workspace owned by the caller: the first one on a trial, others on Free. 402 if they own one already and
   * none of theirs has a plan that allows more.
   */
  create: endpoint<typeof shapes.workspaceShapes.create>({ method: 'POST', path: '/workspaces', access: signedIn }),
  /** Changes the name of a workspace. */
  rename: endpoint<typeof shapes.workspaceShapes.rename>({
    method: 'POST',
    path: '/workspaces/:workspaceId/rename',
    access: hasRole('workspace', 'owner', 'admin'),
  }),
  /** The plan of a workspace, its usage and its billing state. */
  getSubscription: endpoint<typeof shapes.workspaceShapes.getSubscription>({
    method: 'GET',
    path: '/workspaces/:workspaceId/subscriptions',
    access: hasRole('workspace', 'owner', 'admin', 'member'),
  }),
};
