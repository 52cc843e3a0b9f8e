import type { Static } from 'typebox';
import { hasRole } from '../../access.ts';
import type * as shapes from '../../shapes/people/roles.ts';
import { endpoint } from '../endpoint.ts';

/** A set of permissions that can be assigned in instances. */
export type Role = Static<typeof shapes.Role>;
/** A role, and the instances in which members have it. */
export type RoleDetail = Static<typeof shapes.RoleDetail>;

/** Maximum number of roles in a workspace, including the built-in one. */
export const roleLimit = 500;

const managers = hasRole('workspace', 'owner', 'admin');

/** The roles of a workspace, for all of its projects. */
export const roles = {
  /** The roles of a workspace: the built-in one first, then by name; all of them without `limit`. */
  list: endpoint<typeof shapes.roleShapes.list>({
    method: 'GET',
    path: '/workspaces/:workspaceId/roles',
    access: managers,
  }),
  /** A role with its permissions. */
  get: endpoint<typeof shapes.roleShapes.get>({
    method: 'GET',
    path: '/workspaces/:workspaceId/roles/:roleId',
    access: managers,
  }),
  /**
   * Creates a role, or changes the one with `role_id`; omitted permissions are unchanged. 403 for the built-in one, and
   * for adding a permission that the caller lacks in an instance in which a member has the role; 409 for a name that is
   * taken.
   */
  save: endpoint<typeof shapes.roleShapes.save>({
    method: 'POST',
    path: '/workspaces/:workspaceId/roles',
    access: { ...managers, feature: 'customRoles' },
  }),
  /**
   * Deletes a role and takes it from its members, who get `replacement_role_id` instead if it is given. 403 for the
   * built-in role, and for a replacement with permissions that the caller lacks in an instance in which it would be
   * assigned.
   */
  delete: endpoint<typeof shapes.roleShapes.delete>({
    method: 'DELETE',
    path: '/workspaces/:workspaceId/roles',
    access: managers,
  }),
};
