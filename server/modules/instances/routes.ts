import { type GuardedEndpoint, refusalOf } from '@quartermaster/contract/access.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { sync, syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import { instanceShapes } from '@quartermaster/contract/shapes/instances.ts';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import { readOverview } from './overview-repository.ts';
import { activateInstance, permissionsOf } from './service.ts';
import { readWaiting } from './waiting-repository.ts';

export const instanceRoutes = (app: App): void => {
  route(app, instances.activate, instanceShapes.activate, async ({ params, caller, deps }) => {
    await activateInstance(deps.database.query, {
      accountId: caller.accountId,
      instanceId: params.instanceId,
    });
    return done;
  });

  route(app, instances.getPermissions, instanceShapes.getPermissions, ({ caller }) => permissionsOf(caller.grants));

  route(app, instances.getOverview, instanceShapes.getOverview, async ({ caller, deps }) => {
    const { query } = deps.database;
    const { instanceId, actor } = caller;
    const may = (endpoint: GuardedEndpoint) => refusalOf(endpoint, caller.grants) === null;
    const waiting = await readWaiting(query, instanceId, {
      reviewer: may(syncReviews.apply) ? actor : null,
      decider: may(proposals.apply) ? actor : null,
      conflicts: may(sync.listChanges),
      exports: may(reports.list),
    });
    return { ...(await readOverview(query, instanceId)), waiting };
  });
};
