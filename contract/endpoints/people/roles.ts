import type { Static } from 'typebox';
import { hasRole } from '../../access.ts';
import type * as shapes from '../../shapes/people/roles.ts';
import { endpoint } from '../endpoint.ts';

/** A set of permissions that people are given in instances. */
export type Role = Static<typeof shapes.Role>;
/** A role, and where it is held. */
export type RoleDetail = Static<typeof shapes.RoleDetail>;

/** How many roles a workspace can have, the built-in one included. */
export const roleLimit = 500;

const managers = hasRole('workspace', 'owner', 'admin');

/** The roles of a workspace, for all of its projects. */
export const roles = {
  /** The built-in one first, then by name; all of them where no `limit` is given. */
  list: endpoint<typeof shapes.roleShapes.list>({
    method: 'GET',
    path: '/workspaces/:workspaceId/roles',
    access: managers,
  }),
  get: endpoint<typeof shapes.roleShapes.get>({
    method: 'GET',
    path: '/workspaces/:workspaceId/roles/:roleId',
    access: managers,
  }),
  /**
   * Makes a role, or with `role_id` changes one; permissions that are not named stay as they are. 403 for the built-in one, and for
   * adding a permission where the caller does not hold it in an instance in which somebody has the role; 409 for a name that is taken.
   */
  save: endpoint<typeof shapes.roleShapes.save>({
    method: 'POST',
    path: '/workspaces/:workspaceId/roles',
    access: { ...managers, feature: 'customRoles' },
  }),
  /**
   * Deletes a role and takes it from all who hold it; they get `replacement_role_id` instead where that is given. 403 for the
   * built-in one, and for a replacement that allows more than the caller holds in an instance in which it would be given.
   */
  delete: endpoint<typeof shapes.roleShapes.delete>({
    method: 'DELETE',
    path: '/workspaces/:workspaceId/roles',
    access: managers,
  }),
};
