import { views } from '@quartermaster/contract/endpoints/views.ts';
import { viewShapes } from '@quartermaster/contract/shapes/views.ts';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import { changeView, createView, readViews, removeView } from './service.ts';

export const viewRoutes = (app: App): void => {
  const { deps } = app;

  route(app, views.list, viewShapes.list, async ({ caller, params }) => ({
    views: await readViews(deps.database.query, caller, params.templateId),
  }));

  route(app, views.create, viewShapes.create, ({ caller, params, body }) =>
    createView(deps, caller, params.templateId, body),
  );

  route(app, views.update, viewShapes.update, ({ caller, params, body }) => changeView(deps, caller, params, body));

  route(app, views.delete, viewShapes.delete, async ({ caller, params }) => {
    await removeView(deps, caller, params);
    return done;
  });
};
