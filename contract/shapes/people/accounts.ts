import { Type } from 'typebox';
import {
  Done,
  Email,
  Exact,
  Hash,
  Id,
  Moment,
  Nothing,
  Nullable,
  Password,
  TypedText,
  UnixSeconds,
  Uuid,
  WorkspaceRole,
} from '../common.ts';
import { PasskeyAnswer } from './passkey-answer.ts';

const Session = Exact({ expires_at: UnixSeconds });

/** Shapes of sign-in and account calls. */
export const accountShapes = {
  login: {
    body: Exact({ email: Email, password: Password, code: Type.Optional(TypedText) }),
    response: Session,
  },
  refresh: { body: Nothing, response: Session },
  logout: { body: Type.Optional(Nothing) },
  listSessions: {
    response: Exact({
      sessions: Type.Array(
        Exact({
          id: Uuid,
          browser: Nullable(Type.String({ description: 'Such as `Firefox`; null if it is not known' })),
          system: Nullable(Type.String({ description: 'Such as `Windows`; null if it is not known' })),
          created_at: Moment,
          used_at: Moment,
          is_current: Type.Boolean({ description: 'The session of this call' }),
        }),
        { maxItems: 100 },
      ),
    }),
  },
  endSession: { params: Exact({ sessionId: Uuid }), response: Done },
  endOtherSessions: { response: Done },
  getProofs: {
    response: Exact({
      password: Type.Boolean({ description: 'Only without a second factor' }),
      code: Type.Boolean({ description: 'Of the authenticator app, or a recovery code' }),
      passkey: Type.Boolean(),
      company: Type.Boolean({ description: 'A new sign-in with the company' }),
    }),
  },
  confirm: {
    body: Type.Union([Exact({ password: Password }), Exact({ code: TypedText }), Exact({ passkey: PasskeyAnswer })]),
    response: Done,
  },
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
  listRoles: {
    response: Exact({
      workspaces: Type.Array(
        Exact({
          id: Id,
          workspace_role_id: WorkspaceRole,
          lacks_second_factor: Type.Optional(
            Type.Literal(true, { description: 'The workspace requires a second factor, and the account has none' }),
          ),
        }),
      ),
    }),
  },
} as const;
