import { bootstrap } from '@quartermaster/contract/endpoints/bootstrap.ts';
import { bootstrapShapes } from '@quartermaster/contract/shapes/bootstrap.ts';
import type { App } from '../../core/app/deps.ts';
import { route } from '../../core/app/route.ts';
import { readAccountBootstrap, readInstanceBootstrap } from './service.ts';

export const bootstrapRoutes = (app: App): void => {
  const { deps } = app;

  route(app, bootstrap.ofAccount, bootstrapShapes.ofAccount, ({ caller }) =>
    readAccountBootstrap(deps, caller.accountId),
  );

  route(app, bootstrap.ofInstance, bootstrapShapes.ofInstance, ({ caller }) => readInstanceBootstrap(deps, caller));
};
