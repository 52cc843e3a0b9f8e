import { bootstrap } from '@quartermaster/contract/endpoints/bootstrap.ts';
import { bootstrapShapes } from '@quartermaster/contract/shapes/bootstrap.ts';
import type { App } from '../../core/app/deps.ts';
import { route } from '../../core/app/route.ts';
import { json, raw } from '../../core/http/raw-answer.ts';
import { responseFilter } from '../../core/http/response-filter.ts';
import { readTemplateBootstrap } from './service.ts';

export const bootstrapRoutes = (app: App): void => {
  const filter = responseFilter(bootstrapShapes.ofTemplate.response);

  route(app, bootstrap.ofTemplate, bootstrapShapes.ofTemplate, async ({ caller, params, body, reply }) => {
    const { page, ...parts } = await readTemplateBootstrap(app.deps, caller, params.templateId, body);
    if (page === undefined) return parts;
    // The page is JSON text already.
    const others = JSON.stringify(filter ? filter(parts) : parts);
    return raw(reply, `${others.slice(0, -1)},"page":${page}}`, json);
  });
};
