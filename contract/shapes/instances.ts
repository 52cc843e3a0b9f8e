import { Type } from 'typebox';
import { Done, Exact, Id, ImagePath, InstanceParams, Nothing, WorkspaceRole } from './common.ts';

/** Shapes of the calls for one instance. */
export const instanceShapes = {
  activate: {
    params: Exact({
      instanceId: Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: '0 clears the selection' }),
    }),
    body: Type.Optional(Nothing),
    response: Done,
  },
  getPermissions: {
    params: InstanceParams,
    response: Exact({
      workspace_role_id: WorkspaceRole,
      permissions: Type.Array(Type.Integer({ minimum: 1 }), { description: 'Permission ids' }),
    }),
  },
  getToken: { params: InstanceParams, response: Exact({ token: Type.String() }) },
  regenerateToken: { params: InstanceParams, body: Type.Optional(Nothing), response: Exact({ token: Type.String() }) },
  getImage: { params: Exact({ instanceId: Id, imagePath: ImagePath }) },
} as const;
