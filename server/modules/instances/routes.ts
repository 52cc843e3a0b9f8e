import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { instanceShapes } from '@quartermaster/contract/shapes/instances.ts';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import { readOverview } from './overview-repository.ts';
import { activateInstance, permissionsOf } from './service.ts';

export const instanceRoutes = (app: App): void => {
  route(app, instances.activate, instanceShapes.activate, async ({ params, caller, deps }) => {
    await activateInstance(deps.database.db, {
      accountId: caller.accountId,
      instanceId: params.instanceId,
    });
    return done;
  });

  route(app, instances.getPermissions, instanceShapes.getPermissions, ({ caller }) => permissionsOf(caller.grants));

  route(app, instances.getOverview, instanceShapes.getOverview, ({ caller, deps }) =>
    readOverview(deps.database.query, caller.instanceId),
  );
};
