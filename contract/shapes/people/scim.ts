import { Type } from 'typebox';
import { Done, Exact, Id, Moment, Nullable, WorkspaceParams } from '../common.ts';
import { JoinRole } from './company-sign-in.ts';

/** A token of a directory, without its secret. */
export const ScimToken = Exact({
  id: Id,
  prefix: Type.String({ description: 'Its first characters' }),
  created_at: Moment,
  last_used_at: Nullable(Moment),
});

/** A group of a directory, and the role that it gives. */
export const ScimGroup = Exact({
  id: Id,
  name: Type.String(),
  members: Type.Integer({ minimum: 0 }),
  role_id: Nullable(JoinRole),
});

/** Shapes of the calls for the directory of a workspace. */
export const scimShapes = {
  get: {
    params: WorkspaceParams,
    response: Exact({
      address: Type.String(),
      tokens: Type.Array(ScimToken, { maxItems: 5 }),
      users: Type.Integer({ minimum: 0 }),
      groups: Type.Array(ScimGroup, { maxItems: 500 }),
    }),
  },
  createToken: { params: WorkspaceParams, response: Exact({ token: ScimToken, secret: Type.String() }) },
  revokeToken: { params: Exact({ workspaceId: Id, tokenId: Id }), response: Done },
  setGroupRole: {
    params: Exact({ workspaceId: Id, groupId: Id }),
    body: Exact({ role_id: Nullable(JoinRole) }),
    response: Done,
  },
} as const;
