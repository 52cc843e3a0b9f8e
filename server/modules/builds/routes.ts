import { builds, signingKeys } from '@quartermaster/contract/endpoints/builds.ts';
import { buildShapes, signingKeyShapes } from '@quartermaster/contract/shapes/builds.ts';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import { listBuildPage, nameBuild } from './service.ts';
import { readKeys, rotateKey } from './signing-service.ts';

export const buildRoutes = (app: App): void => {
  const { deps } = app;

  route(app, builds.list, buildShapes.list, ({ caller, query }) => listBuildPage(deps, caller.instanceId, query));

  route(app, builds.rename, buildShapes.rename, async ({ caller, params, body }) => {
    await nameBuild(deps, { instanceId: caller.instanceId, buildId: params.buildId }, body.name);
    return done;
  });

  route(app, signingKeys.list, signingKeyShapes.list, async ({ caller }) => ({
    keys: await readKeys(deps, caller.projectId),
  }));

  route(app, signingKeys.rotate, signingKeyShapes.rotate, async ({ caller, body }) => ({
    keys: await rotateKey(deps, caller, body.keeps_previous),
  }));
};
