import { anyone, type GuardedEndpoint, hasRole, signedIn } from '../access.ts';
import type { projectShapes } from '../shapes/projects.ts';
import { endpoint } from './endpoint.ts';

/** The workspace roles that can create projects; {@link projects.create} names the workspace in its body. */
export const projectCreators = hasRole('workspace', 'owner', 'admin');

/** The access that the console checks before it offers to create a project in a workspace. */
export const newProject = { access: { ...projectCreators, feature: 'createProjects' } } satisfies GuardedEndpoint;

/** Projects (games) of a workspace. */
export const projects = {
  /**
   * Creates a project, for owners and admins of the workspace named in the body; 402 if its plan does not allow another
   * project.
   */
  create: endpoint<typeof projectShapes.create>({ method: 'POST', path: '/projects', access: signedIn }),
  /** Changes the name of a project. */
  rename: endpoint<typeof projectShapes.rename>({
    method: 'POST',
    path: '/projects/:projectId/rename',
    access: hasRole('project', 'owner', 'admin'),
  }),
  /**
   * Stores the languages of localised texts, the source first, and whether exports have a file in each; what is
   * omitted stays. Texts in a language that is no longer listed are kept.
   */
  setLanguages: endpoint<typeof projectShapes.setLanguages>({
    method: 'POST',
    path: '/projects/:projectId/languages',
    access: hasRole('project', 'owner', 'admin'),
  }),
  /** Hides the project at once, emails its owners a link to cancel, and deletes it with all content after 3 days. */
  delete: endpoint<typeof projectShapes.delete>({
    method: 'DELETE',
    path: '/projects/:projectId',
    access: { ...hasRole('project', 'owner'), evenCanceled: true, fresh: true },
  }),
  /** Restores a project with the emailed link, until it has been deleted. */
  cancelRemoving: endpoint<typeof projectShapes.cancelRemoving>({
    method: 'GET',
    path: '/projects/cancel-removing',
    access: anyone,
  }),
};
