import { Type } from 'typebox';
import { Exact } from './common.ts';
import { instanceShapes } from './instances.ts';
import { itemShapes } from './items.ts';
import { menuShapes } from './menu.ts';
import { accountShapes } from './people/accounts.ts';
import { templateShapes } from './templates.ts';
import { viewShapes } from './views.ts';
import { workspaceShapes } from './workspaces.ts';

/** Shapes of the combined call: each part is the response of the call that it replaces. */
export const bootstrapShapes = {
  ofTemplate: {
    params: templateShapes.get.params,
    body: Exact({
      list: Type.Optional(itemShapes.list.body),
      item: Type.Optional(itemShapes.get.params.properties.id),
    }),
    response: Exact({
      settings: accountShapes.getSettings.response,
      roles: accountShapes.listRoles.response,
      workspaces: workspaceShapes.list.response,
      permissions: instanceShapes.getPermissions.response,
      menu: menuShapes.list.response,
      template: templateShapes.get.response,
      views: Type.Optional(viewShapes.list.response),
      page: Type.Optional(itemShapes.list.response),
      item: Type.Optional(itemShapes.get.response),
    }),
  },
} as const;
