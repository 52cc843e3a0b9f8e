import { accounts } from '@quartermaster/contract/accounts.ts';
import { accountShapes } from '@quartermaster/contract/shapes/accounts.ts';
import type { App } from '../../core/deps.ts';
import { AppError } from '../../core/errors.ts';
import { route } from '../../core/route.ts';
import { clearSessionCookies, refreshTokenOf, setSessionCookies } from '../../core/session-cookies.ts';
import { findAccount, listWorkspaceRoles, readActiveInstance } from './repository.ts';
import { refreshSession, signIn, signOut } from './session-service.ts';

export const accountRoutes = (app: App): void => {
  route(app, accounts.login, accountShapes.login, async ({ body, request, reply, deps }) => {
    const session = await signIn(deps, body, request.ip);
    setSessionCookies(reply, deps.config, session);
    return { expires_at: session.expiresAt };
  });

  route(app, accounts.refresh, accountShapes.refresh, async ({ request, reply, deps }) => {
    const session = await refreshSession(deps, refreshTokenOf(request));
    setSessionCookies(reply, deps.config, session);
    return { expires_at: session.expiresAt };
  });

  route(app, accounts.logout, accountShapes.logout, async ({ request, reply, deps }) => {
    await signOut(deps, refreshTokenOf(request));
    clearSessionCookies(reply, deps.config);
    return undefined;
  });

  route(app, accounts.get, accountShapes.get, async ({ caller, deps }) => {
    const account = await findAccount(deps.database.db, caller.accountId);
    if (!account) throw new AppError('session_expired');
    return account;
  });

  route(app, accounts.getSettings, accountShapes.getSettings, async ({ caller, deps }) => ({
    active_instance_id: await readActiveInstance(deps.database.db, caller.accountId),
  }));

  route(app, accounts.listRoles, accountShapes.listRoles, async ({ caller, deps }) => ({
    workspaces: await listWorkspaceRoles(deps.database.db, caller.accountId),
  }));
};
