import { workspaceRoles } from '@quartermaster/contract/access.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { instanceShapes } from '@quartermaster/contract/shapes/instances.ts';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import { AppError } from '../../core/base/errors.ts';
import { readOverview } from './overview-repository.ts';
import { activateInstance } from './service.ts';

export const instanceRoutes = (app: App): void => {
  route(app, instances.activate, instanceShapes.activate, async ({ params, caller, deps }) => {
    await activateInstance(deps.database.db, {
      accountId: caller.accountId,
      instanceId: params.instanceId,
    });
    return done;
  });

  route(app, instances.getPermissions, instanceShapes.getPermissions, ({ caller }) => {
    const { workspaceRole, permissionIds } = caller.grants;
    if (!workspaceRole) throw new AppError('not_found');
    return {
      workspace_role_id: workspaceRoles[workspaceRole],
      permissions: [...permissionIds].toSorted((a, b) => a - b),
    };
  });

  route(app, instances.getOverview, instanceShapes.getOverview, ({ caller, deps }) =>
    readOverview(deps.database.query, caller.instanceId),
  );
};
