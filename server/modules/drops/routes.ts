import { drops } from '@quartermaster/contract/endpoints/drops.ts';
import { dropShapes } from '@quartermaster/contract/shapes/drops.ts';
import type { App } from '../../core/app/deps.ts';
import { route } from '../../core/app/route.ts';
import { listDrops } from './drops-service.ts';

export const dropRoutes = (app: App): void => {
  const { database } = app.deps;

  route(app, drops.list, dropShapes.list, async ({ caller, body }) => ({
    items: await listDrops(database.query, caller.instanceId, body),
  }));
};
