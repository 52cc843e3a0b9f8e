import { workspaceShapes } from '@quartermaster/contract/shapes/workspaces.ts';
import { workspaces } from '@quartermaster/contract/workspaces.ts';
import type { App } from '../../core/deps.ts';
import { AppError } from '../../core/errors.ts';
import { route } from '../../core/route.ts';
import { findSubscription, listWorkspaces } from './repository.ts';

export const workspaceRoutes = (app: App): void => {
  route(app, workspaces.list, workspaceShapes.list, async ({ caller, deps }) => ({
    workspaces: await listWorkspaces(deps.database.query, caller.accountId),
  }));

  route(app, workspaces.getSubscription, workspaceShapes.getSubscription, async ({ caller, deps }) => {
    const subscription = await findSubscription(deps.database.db, caller.workspaceId);
    if (!subscription) throw new AppError('not_found');
    return subscription;
  });
};
