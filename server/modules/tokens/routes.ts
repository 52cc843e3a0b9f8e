import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { instanceShapes } from '@quartermaster/contract/shapes/instances.ts';
import type { App } from '../../core/app/deps.ts';
import { route } from '../../core/app/route.ts';
import { readToken, regenerateToken } from './service.ts';

export const tokenRoutes = (app: App): void => {
  route(app, instances.getToken, instanceShapes.getToken, async ({ caller, deps }) => ({
    token: await readToken(deps, caller.instanceId),
  }));
  route(app, instances.regenerateToken, instanceShapes.regenerateToken, async ({ caller, deps }) => ({
    token: await regenerateToken(deps, caller.instanceId),
  }));
};
