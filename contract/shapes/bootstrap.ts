import { Exact, InstanceParams } from './common.ts';
import { instanceShapes } from './instances.ts';
import { menuShapes } from './menu.ts';
import { accountShapes } from './people/accounts.ts';
import { workspaceShapes } from './workspaces.ts';

/** Shapes of the combined calls: each part is the response of the call that it replaces. */
export const bootstrapShapes = {
  ofAccount: {
    response: Exact({
      settings: accountShapes.getSettings.response,
      roles: accountShapes.listRoles.response,
      workspaces: workspaceShapes.list.response,
    }),
  },
  ofInstance: {
    params: InstanceParams,
    response: Exact({ permissions: instanceShapes.getPermissions.response, menu: menuShapes.list.response }),
  },
} as const;
