import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { menuShapes } from '@quartermaster/contract/shapes/menu.ts';
import type { App } from '../../core/app/deps.ts';
import { route } from '../../core/app/route.ts';
import { listMenu } from './repository.ts';

export const menuRoutes = (app: App): void => {
  const { query } = app.deps.database;

  route(app, menu.list, menuShapes.list, async ({ caller }) => ({ menu: await listMenu(query, caller.instanceId) }));
};
