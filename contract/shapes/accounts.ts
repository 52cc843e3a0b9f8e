import { Type } from 'typebox';
import { Exact, Id, Nothing, UnixSeconds } from './common.ts';

const Session = Exact({ expires_at: UnixSeconds });
const RoleId = Type.Integer({ minimum: 1, maximum: 3, description: 'Owner 1, Admin 2, Member 3' });

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
  listRoles: { response: Exact({ workspaces: Type.Array(Exact({ id: Id, workspace_role_id: RoleId })) }) },
} as const;
