import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { menuShapes } from '@quartermaster/contract/shapes/menu.ts';
import { listMenu } from '../../content/menu/menu-repository.ts';
import { saveMenu } from '../../content/menu/save-menu.ts';
import type { App } from '../../core/app/deps.ts';
import { route } from '../../core/app/route.ts';

export const menuRoutes = (app: App): void => {
  const { deps } = app;

  route(app, menu.list, menuShapes.list, ({ caller }) => listMenu(deps.database.query, caller.instanceId));

  route(app, menu.save, menuShapes.save, async ({ caller, body }) => ({
    version: await saveMenu(deps, { ...caller, origin: 'form' }, body),
  }));
};
