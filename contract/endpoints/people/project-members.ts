import type { Static } from 'typebox';
import { hasRole } from '../../access.ts';
import type * as shapes from '../../shapes/people/project-members.ts';
import { endpoint, type Output } from '../endpoint.ts';

/** A member with a role in an instance of a project. */
export type ProjectMember = Static<typeof shapes.ProjectMember>;
/** The roles of a member in the instances of a project. */
export type MemberRoles = Output<typeof projectMembers.getRoles>;

/** Error message for an admin without a permission in any instance of a project, who cannot assign a role there. */
export const outsideProject =
  'You need to be added to this project before you can add users or update roles. Please contact your administrator to gain access.';

const managers = hasRole('project', 'owner', 'admin');

/** Roles of members in the instances of a project. */
export const projectMembers = {
  /** The members with a role in a project, in the order of the workspace's members; all of them without `limit`. */
  list: endpoint<typeof shapes.projectMemberShapes.list>({
    method: 'GET',
    path: '/projects/:projectId/accounts',
    access: managers,
  }),
  /** Takes all roles in the project from a member; refused like {@link projectMembers.setRoles}. */
  remove: endpoint<typeof shapes.projectMemberShapes.remove>({
    method: 'DELETE',
    path: '/projects/:projectId/accounts/:memberId',
    access: { ...managers, evenCanceled: true },
  }),
  /**
   * The roles of a member in the instances of a project: for any member of the workspace, even without a role in the
   * project.
   */
  getRoles: endpoint<typeof shapes.projectMemberShapes.getRoles>({
    method: 'GET',
    path: '/projects/:projectId/accounts/:memberId/roles',
    access: managers,
  }),
  /**
   * Gives and takes roles of a workspace member, all at once. 403 for an admin outside the project, an admin who would
   * change an owner, and a role with permissions that the caller lacks there; 422 if no role would be left.
   */
  setRoles: endpoint<typeof shapes.projectMemberShapes.setRoles>({
    method: 'POST',
    path: '/projects/:projectId/accounts/:memberId/roles',
    access: managers,
  }),
};
