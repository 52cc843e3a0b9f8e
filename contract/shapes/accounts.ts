import { Type } from 'typebox';
import { Exact, Id, Nothing, UnixSeconds, WorkspaceRole } from './common.ts';

const Session = Exact({ expires_at: UnixSeconds });

/** Shapes of signing in and of the signed-in person. */
export const accountShapes = {
  login: {
    body: Exact({
      email: Type.String({ minLength: 1, maxLength: 254 }),
      password: Type.String({ minLength: 1, maxLength: 1024 }),
    }),
    response: Session,
  },
  refresh: { body: Nothing, response: Session },
  logout: { body: Type.Optional(Nothing) },
  get: { response: Exact({ id: Id, name: Type.String(), email: Type.String() }) },
  getSettings: {
    response: Exact({ active_instance_id: Type.Integer({ minimum: 0, description: '0 where none is active' }) }),
  },
  listRoles: { response: Exact({ workspaces: Type.Array(Exact({ id: Id, workspace_role_id: WorkspaceRole })) }) },
} as const;
