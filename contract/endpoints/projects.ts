import { type Asked, anyone, hasRole, signedIn } from '../access.ts';
import type { projectShapes } from '../shapes/projects.ts';
import { endpoint } from './endpoint.ts';

/** Who may make projects in a workspace, which {@link projects.create} names in its body. */
export const projectCreators = hasRole('workspace', 'owner', 'admin');

/** What a console asks for in a workspace before it offers to make a project there. */
export const newProject = { access: { ...projectCreators, feature: 'createProjects' } } satisfies Asked;

/** Games of a workspace. */
export const projects = {
  /** Owners and admins of the workspace named in the body; 402 where its plan has no room for another one. */
  create: endpoint<typeof projectShapes.create>({ method: 'POST', path: '/projects', access: signedIn }),
  rename: endpoint<typeof projectShapes.rename>({
    method: 'POST',
    path: '/projects/:projectId/rename',
    access: hasRole('project', 'owner', 'admin'),
  }),
  /** Hides the project at once, mails its owners a link to cancel, and removes it with all content after 3 days. */
  delete: endpoint<typeof projectShapes.delete>({
    method: 'DELETE',
    path: '/projects/:projectId',
    access: { ...hasRole('project', 'owner'), evenCanceled: true },
  }),
  /** Brings a project back with the link of the mail, as long as it has not been removed. */
  cancelRemoving: endpoint<typeof projectShapes.cancelRemoving>({
    method: 'GET',
    path: '/projects/cancel-removing',
    access: anyone,
  }),
};
