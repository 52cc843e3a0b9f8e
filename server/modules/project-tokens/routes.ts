import { projectTokens } from '@quartermaster/contract/endpoints/project-tokens.ts';
import { projectTokenShapes } from '@quartermaster/contract/shapes/project-tokens.ts';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import { createToken, endToken, readTokens } from './service.ts';

export const projectTokenRoutes = (app: App): void => {
  const { deps } = app;

  route(app, projectTokens.list, projectTokenShapes.list, async ({ caller }) => ({
    tokens: await readTokens(deps, caller),
  }));

  route(app, projectTokens.create, projectTokenShapes.create, ({ caller, body }) => createToken(deps, caller, body));

  route(app, projectTokens.revoke, projectTokenShapes.revoke, async ({ caller, params }) => {
    await endToken(deps, caller, params.tokenId);
    return done;
  });
};
