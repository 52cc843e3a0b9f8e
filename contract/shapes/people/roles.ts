import { Type } from 'typebox';
import {
  ChangeStatus,
  Done,
  EnvironmentName,
  Exact,
  Id,
  ListQuery,
  listEnd,
  PermissionId,
  TypedText,
  WorkspaceParams,
} from '../common.ts';

const role = {
  id: Id,
  name: Type.String(),
  is_admin: Type.Boolean({ description: 'The built-in role with every permission, which cannot be changed' }),
  permissions: Type.Array(PermissionId),
  holders: Type.Integer({ minimum: 0, description: 'Number of members with the role in any instance' }),
};

/** A role in a list. */
export const Role = Exact(role);

/** A role, and the instances in which members have it. */
export const RoleDetail = Exact({
  ...role,
  role_id: Id,
  instances: Type.Array(
    Exact({
      instance_id: Id,
      env: EnvironmentName,
      project_id: Id,
      project_name: Type.String(),
      holders: Type.Integer({ minimum: 1 }),
    }),
    { description: 'The instances in which members have the role' },
  ),
});

/** Shapes of the calls for the roles of a workspace. */
export const roleShapes = {
  list: {
    params: WorkspaceParams,
    query: ListQuery,
    response: Exact({ roles: Type.Array(Role), ...listEnd }),
  },
  get: { params: Exact({ workspaceId: Id, roleId: Id }), response: RoleDetail },
  save: {
    params: WorkspaceParams,
    body: Exact({
      workspace_id: Id,
      name: TypedText,
      permissions: Type.Array(Exact({ permission_id: PermissionId, status: ChangeStatus }), { maxItems: 100 }),
      role_id: Type.Optional(Id),
    }),
    response: Exact({ id: Id }),
  },
  delete: {
    params: WorkspaceParams,
    body: Exact({ role_id: Id, replacement_role_id: Type.Optional(Id) }),
    response: Done,
  },
} as const;
