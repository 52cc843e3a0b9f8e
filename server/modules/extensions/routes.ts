import { extensions } from '@quartermaster/contract/endpoints/extensions.ts';
import { extensionShapes } from '@quartermaster/contract/shapes/extensions.ts';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import { AppError } from '../../core/base/errors.ts';
import { raw } from '../../core/http/raw-answer.ts';
import { createFrame } from './frame.ts';
import { findScript } from './repository.ts';
import { allowExtension, checkExtension, readExtensions, readRunning, removeExtension } from './service.ts';

export const extensionRoutes = (app: App): void => {
  const { deps } = app;
  const frame = createFrame(deps.config);

  route(app, extensions.list, extensionShapes.list, ({ caller }) => readExtensions(deps, caller.workspaceId));

  route(app, extensions.allow, extensionShapes.allow, ({ caller, body }) => allowExtension(deps, caller, body));

  route(app, extensions.check, extensionShapes.check, ({ caller, body }) => checkExtension(deps, caller, body));

  route(app, extensions.remove, extensionShapes.remove, async ({ caller, params }) => {
    await removeExtension(deps, caller, params.extensionId);
    return done;
  });

  route(app, extensions.running, extensionShapes.running, ({ caller }) => readRunning(deps, caller.workspaceId));

  route(app, extensions.frame, extensionShapes.frame, async ({ params, reply }) => {
    const found = await findScript(deps.database.query, params.hash);
    if (!found) throw new AppError('not_found');
    const { html, headers } = await frame(params.hash, found.title);
    reply.removeHeader('x-frame-options').headers(headers);
    return raw(reply, html, 'text/html; charset=utf-8');
  });

  route(app, extensions.script, extensionShapes.script, async ({ params, reply }) => {
    const found = await findScript(deps.database.query, params.hash);
    if (!found) throw new AppError('not_found');
    reply.headers({
      'cache-control': 'public, max-age=31536000, immutable',
      // The frame has an origin that is equal to no other one.
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    return raw(reply, found.script, 'text/javascript; charset=utf-8');
  });
};
