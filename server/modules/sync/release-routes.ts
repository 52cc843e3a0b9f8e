import { releases } from '@quartermaster/contract/endpoints/releases.ts';
import { releaseShapes } from '@quartermaster/contract/shapes/releases.ts';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import { createTurns } from '../../core/base/turns.ts';
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
  // All items of two instances are compared, which may take minutes.
  const checks = createTurns({
    atOnce: 2,
    waiting: 20,
    ofOne: 4,
    message: 'Too many checks of releases are running. Please try again in a moment.',
  });
  const check = <T>(key: number, signal: AbortSignal, work: () => Promise<T>) =>
    checks(() => withLongTimeout(work), { key, signal });

  route(app, releases.list, releaseShapes.list, ({ caller, query }) => listReleasePage(deps, caller.instanceId, query));

  route(app, releases.planned, releaseShapes.planned, async ({ caller }) => ({
    releases: await listPlanned(deps, caller.instanceId),
  }));

  route(app, releases.get, releaseShapes.get, ({ caller, params }) =>
    readRelease(deps, caller.instanceId, params.releaseId),
  );

  route(app, releases.overlaps, releaseShapes.overlaps, async ({ caller, body, request }) => ({
    releases: await check(caller.instanceId, request.signal, () =>
      readOverlaps(deps, caller.instanceId, {
        selection: selectionOf(body),
        ...(body.release !== undefined && { release: body.release }),
      }),
    ),
  }));

  route(app, releases.create, releaseShapes.create, async ({ caller, body, request }) => ({
    id: await check(caller.instanceId, request.signal, () =>
      createRelease(deps, caller, { ...body, selection: selectionOf(body) }),
    ),
  }));

  route(app, releases.schedule, releaseShapes.schedule, async ({ caller, params, body, request }) => {
    await check(caller.instanceId, request.signal, () => scheduleRelease(deps, caller, params.releaseId, body));
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
