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
  ProjectParams,
  WorkspaceRole,
} from '../common.ts';

/** A member with a role in an instance of a project. */
export const ProjectMember = Exact({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  role_id: WorkspaceRole,
  environments: Type.Array(EnvironmentName, { description: 'Environments in which the member has a role, Dev first' }),
});

const instance = { id: Id, env: EnvironmentName };

const callerPermissions = {
  caller_permissions: Type.Array(PermissionId, {
    description: 'Ids of the permissions that the caller has there, and can give to others',
  }),
};

const MemberParams = Exact({ projectId: Id, memberId: Id });

/** Shapes of the calls for the members of a project. */
export const projectMemberShapes = {
  list: {
    params: ProjectParams,
    query: ListQuery,
    response: Exact({
      accounts: Type.Array(ProjectMember),
      ...listEnd,
      instances: Type.Array(Exact({ ...instance, ...callerPermissions })),
    }),
  },
  remove: { params: MemberParams, response: Done },
  getRoles: {
    params: MemberParams,
    response: Exact({
      user: Exact({ id: Id, name: Type.String(), email: Type.String(), role_id: WorkspaceRole }),
      instances: Type.Array(
        Exact({
          ...instance,
          roles: Type.Array(
            Exact({ id: Id, name: Type.String(), is_admin: Type.Boolean(), permissions: Type.Array(PermissionId) }),
          ),
          ...callerPermissions,
        }),
      ),
    }),
  },
  setRoles: {
    params: MemberParams,
    body: Exact({
      roles: Type.Array(Exact({ instance_id: Id, role_id: Id, status: ChangeStatus }), { maxItems: 3000 }),
    }),
    response: Done,
  },
} as const;
