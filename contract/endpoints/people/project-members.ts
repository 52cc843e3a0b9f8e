import type { Static } from 'typebox';
import { hasRole } from '../../access.ts';
import type * as shapes from '../../shapes/people/project-members.ts';
import { endpoint, type Output } from '../endpoint.ts';

/** Somebody who holds a role in an instance of a project. */
export type ProjectMember = Static<typeof shapes.ProjectMember>;
/** What somebody holds in the instances of a project. */
export type MemberRoles = Output<typeof projectMembers.getRoles>;

/** Said to an admin who holds no permission in any instance of a project, and so can give none there. */
export const outsideProject =
  'You need to be added to this project before you can add users or update roles. Please contact your administrator to gain access.';

/** Said where somebody would be in a project without a role in any of its instances. */
export const noRolesLeft = 'At least one of "dev", "stage", or "prod" must be filled';

const managers = hasRole('project', 'owner', 'admin');

/** Who may do what in the instances of a project. */
export const projectMembers = {
  /** In the order of the workspace's members; all of them where no `limit` is given. */
  list: endpoint<typeof shapes.projectMemberShapes.list>({
    method: 'GET',
    path: '/projects/:projectId/accounts',
    access: managers,
  }),
  /** Takes all roles in the project from somebody; refused as {@link projectMembers.setRoles} is. */
  remove: endpoint<typeof shapes.projectMemberShapes.remove>({
    method: 'DELETE',
    path: '/projects/:projectId/accounts/:memberId',
    access: { ...managers, evenCanceled: true },
  }),
  /** Of any member of the workspace, also one without a role in the project. */
  getRoles: endpoint<typeof shapes.projectMemberShapes.getRoles>({
    method: 'GET',
    path: '/projects/:projectId/accounts/:memberId/roles',
    access: managers,
  }),
  /**
   * Gives roles to a member of the workspace and takes some, all at once. 403 for an admin outside of the project, for one who would
   * change an owner, and for a role that allows more than the caller holds there; 422 where no role at all would be left.
   */
  setRoles: endpoint<typeof shapes.projectMemberShapes.setRoles>({
    method: 'POST',
    path: '/projects/:projectId/accounts/:memberId/roles',
    access: managers,
  }),
};
