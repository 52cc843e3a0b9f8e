import { Type } from 'typebox';
import { environments, tokenScopes } from '../../access.ts';
import { accessActions } from '../../access-actions.ts';
import { type CompanyRefusal, companyRefusals } from '../../company-sign-in.ts';
import {
  ChangeStatus,
  EnvironmentName,
  Exact,
  Id,
  Moment,
  NewestFirst,
  Nullable,
  nextPage,
  Period,
  PermissionId,
  TokenScope,
  WorkspaceParams,
  WorkspaceRole,
} from '../common.ts';
import { FactorDays } from './required-factor.ts';

/** The actor or subject of an entry, by the name they had at the time. */
export const LoggedPerson = Exact({
  id: Nullable(Id),
  name: Type.String({ description: 'Empty for an address that had no account' }),
  email: Type.String(),
});

const permissionIds = Type.Optional(Type.Array(PermissionId));

/** The details of an entry besides actor, subject and time; the action determines which are present. */
export const LogDetails = Exact({
  workspace_role_id: Type.Optional(WorkspaceRole),
  previous_workspace_role_id: Type.Optional(WorkspaceRole),
  role_name: Type.Optional(Type.String()),
  previous_role_name: Type.Optional(Type.String()),
  project_name: Type.Optional(Type.String()),
  env: Type.Optional(EnvironmentName),
  channel_name: Type.Optional(Type.String()),
  build_id: Type.Optional(Id),
  previous_build_id: Type.Optional(Id),
  webhook_host: Type.Optional(Type.String({ description: 'Without the path, which may be a secret' })),
  token_name: Type.Optional(Type.String()),
  token_scopes: Type.Optional(Type.Array(TokenScope, { maxItems: tokenScopes.length })),
  environments: Type.Optional(Type.Array(EnvironmentName, { maxItems: environments.length })),
  extension_name: Type.Optional(Type.String()),
  extension_version: Type.Optional(Type.String()),
  extension_host: Type.Optional(Type.String()),
  passkey_name: Type.Optional(Type.String()),
  is_public: Type.Optional(Type.Boolean()),
  is_only: Type.Optional(Type.Boolean()),
  issuer_host: Type.Optional(Type.String()),
  domain: Type.Optional(Type.String()),
  factor_days: Type.Optional(FactorDays),
  previous_factor_days: Type.Optional(FactorDays),
  group_name: Type.Optional(Type.String()),
  reason: Type.Optional(Type.Enum(Object.keys(companyRefusals) as CompanyRefusal[])),
  replacement_role_name: Type.Optional(Type.String()),
  permissions_given: permissionIds,
  permissions_taken: permissionIds,
  role_changes: Type.Optional(
    Type.Array(
      Exact({ project_name: Type.String(), env: EnvironmentName, role_name: Type.String(), status: ChangeStatus }),
    ),
  ),
});

/** A change of a member's access. */
export const LogEntry = Exact({
  id: Id,
  at: Moment,
  action: Type.Enum([...accessActions]),
  actor: LoggedPerson,
  subject: Nullable(LoggedPerson),
  details: LogDetails,
});

/** Shapes of the calls for the access log. */
export const accessLogShapes = {
  list: {
    params: WorkspaceParams,
    query: Exact({ ...NewestFirst, ...Period, person: Type.Optional(Id) }),
    response: Exact({ entries: Type.Array(LogEntry), ...nextPage }),
  },
} as const;
