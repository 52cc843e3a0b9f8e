import { Type } from 'typebox';
import { Done, Email, Exact, Hash, Id, Nothing, Password, TypedText, UnixSeconds, WorkspaceRole } from '../common.ts';

const Session = Exact({ expires_at: UnixSeconds });

/** Shapes of sign-in and account calls. */
export const accountShapes = {
  login: {
    body: Exact({ email: Email, password: Password }),
    response: Session,
  },
  refresh: { body: Nothing, response: Session },
  logout: { body: Type.Optional(Nothing) },
  get: { response: Exact({ id: Id, name: Type.String(), email: Type.String() }) },
  getSettings: {
    response: Exact({ active_instance_id: Type.Integer({ minimum: 0, description: '0 if none is active' }) }),
  },
  changeName: { body: Exact({ name: TypedText }), response: Done },
  requestEmailCode: { body: Type.Optional(Nothing), response: Done },
  changeEmail: { body: Exact({ email: Email, code: TypedText }), response: Done },
  completeEmailChange: { query: Exact({ hash: Hash }), response: Exact({ email: Type.String() }) },
  requestPasswordReset: { body: Exact({ email: Email }), response: Done },
  checkResetLink: { body: Exact({ hash: Hash }), response: Done },
  resetPassword: { body: Exact({ password: Password, hash: Hash }), response: Done },
  listRoles: { response: Exact({ workspaces: Type.Array(Exact({ id: Id, workspace_role_id: WorkspaceRole })) }) },
} as const;
