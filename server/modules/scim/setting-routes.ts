import { scim } from '@quartermaster/contract/endpoints/people/scim.ts';
import { scimShapes } from '@quartermaster/contract/shapes/people/scim.ts';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import { createScimToken, readScim, revokeScimToken, setGroupRole } from './setting-service.ts';

export function addScimSettingRoutes(app: App): void {
  const { deps } = app;

  route(app, scim.get, scimShapes.get, ({ caller }) => readScim(deps, caller));

  route(app, scim.createToken, scimShapes.createToken, ({ caller }) => createScimToken(deps, caller));

  route(app, scim.revokeToken, scimShapes.revokeToken, async ({ caller, params }) => {
    await revokeScimToken(deps, caller, params.tokenId);
    return done;
  });

  route(app, scim.setGroupRole, scimShapes.setGroupRole, async ({ caller, params, body }) => {
    await setGroupRole(deps, caller, { groupId: params.groupId, roleId: body.role_id });
    return done;
  });
}
