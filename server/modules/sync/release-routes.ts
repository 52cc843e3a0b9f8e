import { releases } from '@quartermaster/contract/endpoints/releases.ts';
import { releaseShapes } from '@quartermaster/contract/shapes/releases.ts';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import { withLongTimeout } from '../../core/database/timeouts.ts';
import {
  cancelRelease,
  createRelease,
  listPlanned,
  listReleasePage,
  publishNow,
  readOverlaps,
  readRelease,
  scheduleRelease,
} from './release-service.ts';
import { selectionOf } from './selection.ts';

export const releaseRoutes = (app: App): void => {
  const { deps } = app;

  route(app, releases.list, releaseShapes.list, ({ caller, query }) => listReleasePage(deps, caller.instanceId, query));

  route(app, releases.planned, releaseShapes.planned, async ({ caller }) => ({
    releases: await listPlanned(deps, caller.instanceId),
  }));

  route(app, releases.get, releaseShapes.get, ({ caller, params }) =>
    readRelease(deps, caller.instanceId, params.releaseId),
  );

  route(app, releases.overlaps, releaseShapes.overlaps, async ({ caller, body }) => ({
    releases: await readOverlaps(deps, caller.instanceId, {
      selection: selectionOf(body),
      ...(body.release !== undefined && { release: body.release }),
    }),
  }));

  route(app, releases.create, releaseShapes.create, async ({ caller, body }) => ({
    id: await createRelease(deps, caller, { ...body, selection: selectionOf(body) }),
  }));

  route(app, releases.schedule, releaseShapes.schedule, async ({ caller, params, body }) => {
    await scheduleRelease(deps, caller, params.releaseId, body);
    return done;
  });

  route(app, releases.publish, releaseShapes.publish, ({ caller, params, body }) =>
    withLongTimeout(() => publishNow(deps, caller, params.releaseId, body)),
  );

  route(app, releases.cancel, releaseShapes.cancel, async ({ caller, params }) => {
    await cancelRelease(deps, caller.instanceId, params.releaseId);
    return done;
  });
};
