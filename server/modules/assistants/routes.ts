import { assistants } from '@quartermaster/contract/endpoints/assistants.ts';
import { assistantShapes } from '@quartermaster/contract/shapes/assistants.ts';
import type { App } from '../../core/app/deps.ts';
import { route } from '../../core/app/route.ts';
import { allowAssistant, readRequest } from './service.ts';

export const assistantRoutes = (app: App): void => {
  const { deps } = app;

  route(app, assistants.getRequest, assistantShapes.getRequest, ({ query }) => readRequest(deps, query));

  route(app, assistants.allow, assistantShapes.allow, async ({ caller, body }) => ({
    allowed_url: await allowAssistant(deps, caller, body),
  }));
};
