import { type GuardedEndpoint, refusalOf } from '@quartermaster/contract/access.ts';
import { commentSubjects, readsSubject } from '@quartermaster/contract/comment-subjects.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { releases } from '@quartermaster/contract/endpoints/releases.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { sync, syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import { instanceShapes } from '@quartermaster/contract/shapes/instances.ts';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import type { InstanceCaller } from '../../core/session/access.ts';
import { readOverview } from './overview-repository.ts';
import { activateInstance, permissionsOf } from './service.ts';
import { readSummary } from './summary-repository.ts';
import { countWaiting, readAhead, readWaiting, type Sees } from './waiting-repository.ts';

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
    const { instanceId } = caller;
    return {
      ...(await readOverview(query, instanceId)),
      waiting: await readWaiting(query, instanceId, seenBy(caller)),
    };
  });

  route(app, instances.getSummary, instanceShapes.getSummary, async ({ caller, deps }) => {
    const { query } = deps.database;
    const { projectId, instanceId } = caller;
    return {
      ...(await readSummary(query, { projectId, instanceId, now: deps.clock.now() })),
      ...(await readAhead(query, instanceId, seenBy(caller))),
    };
  });

  route(app, instances.getWaiting, instanceShapes.getWaiting, ({ caller, deps }) =>
    countWaiting(deps.database.query, caller.instanceId, seenBy(caller)),
  );
};

function seenBy({ actor, grants }: InstanceCaller): Sees {
  const may = (endpoint: GuardedEndpoint) => refusalOf(endpoint, grants) === null;
  return {
    reviewer: may(syncReviews.apply) ? actor : null,
    decider: may(proposals.apply) ? actor : null,
    conflicts: may(sync.listChanges),
    releases: may(releases.list),
    exports: may(reports.list),
    mentioned: actor.kind === 'account' ? actor.accountId : null,
    subjects: commentSubjects.filter((about) => may(readsSubject[about])),
  };
}
