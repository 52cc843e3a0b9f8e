import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { workspaceShapes } from '@quartermaster/contract/shapes/workspaces.ts';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import { AppError } from '../../core/base/errors.ts';
import { checkRule } from '../../core/http/check-rule.ts';
import { findSubscription, listWorkspaces, renameWorkspace } from './repository.ts';
import { addWorkspace } from './service.ts';

// Imported lazily to speed up the start. The settings form requires a shorter name than the server does.
const rules = () => import('@quartermaster/contract/rules/workspace.ts');

export const workspaceRoutes = (app: App): void => {
  route(app, workspaces.list, workspaceShapes.list, async ({ caller, deps }) => ({
    workspaces: await listWorkspaces(deps.database.query, caller.accountId, deps.clock.now()),
  }));

  route(app, workspaces.create, workspaceShapes.create, async ({ body, caller, deps }) => {
    const { name } = await checkRule((await rules()).newWorkspaceRule, body);
    return { id: await addWorkspace(deps, caller.accountId, name) };
  });

  route(app, workspaces.rename, workspaceShapes.rename, async ({ body, caller, deps }) => {
    const { name } = await checkRule((await rules()).newWorkspaceRule, body);
    await renameWorkspace(deps.database.query, caller.workspaceId, name);
    return done;
  });

  route(app, workspaces.getSubscription, workspaceShapes.getSubscription, async ({ caller, deps }) => {
    const subscription = await findSubscription(deps.database.query, caller.workspaceId, deps.clock.now());
    if (!subscription) throw new AppError('not_found');
    return subscription;
  });
};
