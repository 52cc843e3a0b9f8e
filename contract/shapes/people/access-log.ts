import { Type } from 'typebox';
import { accessActions } from '../../access-actions.ts';
import {
  ChangeStatus,
  EnvironmentName,
  Exact,
  Id,
  Moment,
  Nullable,
  PermissionId,
  WorkspaceParams,
  WorkspaceRole,
} from '../common.ts';

/** Who did something, or whom it was done to, by the name they had then. */
export const LoggedPerson = Exact({
  id: Nullable(Id),
  name: Type.String({ description: 'Empty for an address that had no account' }),
  email: Type.String(),
});

const permissionIds = Type.Optional(Type.Array(PermissionId));

/** What an entry tells beside who, whom and when; which of these are there goes by the action. */
export const LogDetails = Exact({
  workspace_role_id: Type.Optional(WorkspaceRole),
  previous_workspace_role_id: Type.Optional(WorkspaceRole),
  role_name: Type.Optional(Type.String()),
  previous_role_name: Type.Optional(Type.String()),
  replacement_role_name: Type.Optional(Type.String()),
  permissions_given: permissionIds,
  permissions_taken: permissionIds,
  role_changes: Type.Optional(
    Type.Array(
      Exact({ project_name: Type.String(), env: EnvironmentName, role_name: Type.String(), status: ChangeStatus }),
    ),
  ),
});

/** A change of who may do what. */
export const LogEntry = Exact({
  id: Id,
  at: Moment,
  action: Type.Enum([...accessActions]),
  actor: LoggedPerson,
  subject: Nullable(LoggedPerson),
  details: LogDetails,
});

/** Shapes of the calls about the access log. */
export const accessLogShapes = {
  list: {
    params: WorkspaceParams,
    query: Exact({
      person: Type.Optional(Id),
      before: Type.Optional(Id),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    response: Exact({ entries: Type.Array(LogEntry), next_before: Nullable(Id) }),
  },
} as const;
