import { Type } from 'typebox';
import {
  Done,
  Email,
  Exact,
  Hash,
  Id,
  ListQuery,
  listEnd,
  Moment,
  Nullable,
  WorkspaceParams,
  WorkspaceRole,
} from '../common.ts';

/** A member of a workspace. */
export const Member = Exact({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  role_id: WorkspaceRole,
  lacks_second_factor: Type.Optional(
    Type.Literal(true, { description: 'The workspace requires a second factor, and the account has none' }),
  ),
});

/** An open invitation to a workspace. */
export const Invitation = Exact({
  id: Id,
  email: Type.String(),
  role_id: WorkspaceRole,
  invited_by: Nullable(Type.String({ description: 'The name of the member who sent the invitation, if known' })),
  sent_at: Moment,
  expires_at: Moment,
  is_expired: Type.Boolean({ description: 'An expired invitation uses no seat, and can be sent again' }),
});

/** The workspace, role and address of an invitation, for the holder of its link. */
export const Offer = Exact({
  email: Type.String({ description: 'The invited address' }),
  workspace_name: Type.String(),
  role_id: WorkspaceRole,
  invited_by: Nullable(Type.String()),
  has_account: Type.Boolean({ description: 'Whether the address has an account; the user then signs in to accept' }),
});

const InvitationParams = Exact({ workspaceId: Id, invitationId: Id });

/** Shapes of the calls for the members of a workspace. */
export const memberShapes = {
  list: {
    params: WorkspaceParams,
    query: ListQuery,
    response: Exact({ accounts: Type.Array(Member), ...listEnd }),
  },
  invite: {
    params: WorkspaceParams,
    body: Exact({ email: Email, role_id: WorkspaceRole }),
    response: Exact({ id: Id }),
  },
  setRole: { params: WorkspaceParams, body: Exact({ role_id: WorkspaceRole, member_id: Id }), response: Done },
  remove: { params: WorkspaceParams, body: Exact({ member_id: Id }), response: Done },
} as const;

/** Shapes of the calls for invitations. */
export const invitationShapes = {
  list: {
    params: WorkspaceParams,
    query: ListQuery,
    response: Exact({ invitations: Type.Array(Invitation), ...listEnd }),
  },
  resend: { params: InvitationParams, response: Done },
  withdraw: { params: InvitationParams, response: Done },
  checkLink: { body: Exact({ hash: Hash }), response: Offer },
  accept: { body: Exact({ hash: Hash }), response: Exact({ workspace_id: Id }) },
} as const;
