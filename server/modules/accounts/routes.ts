import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { accountNameRule, changeEmailRule, forgotPasswordRule } from '@quartermaster/contract/rules/people/account.ts';
import { passwordRule } from '@quartermaster/contract/rules/people/password.ts';
import { signInRule } from '@quartermaster/contract/rules/people/sign-in.ts';
import { accountShapes } from '@quartermaster/contract/shapes/people/accounts.ts';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import { AppError } from '../../core/base/errors.ts';
import { checkRule } from '../../core/http/check-rule.ts';
import { assertLinkWorks } from '../../core/mail/link-check.ts';
import { clearSessionCookies, refreshTokenOf, setSessionCookies } from '../../core/session/session-cookies.ts';
import { confirmSession, readProofs } from './confirm-service.ts';
import { changeEmail, completeEmailChange, requestEmailCode } from './email-service.ts';
import { findBrowser } from './passkey-challenge.ts';
import { requestPasswordReset, resetPassword } from './password-service.ts';
import { findAccount, listWorkspaceRoles, readActiveInstance, writeName } from './repository.ts';
import { endSessions, listSessions, refreshSession, signIn, signOut } from './session-service.ts';

export const accountRoutes = (app: App): void => {
  route(app, accounts.login, accountShapes.login, async ({ body, request, reply, deps }) => {
    const client = { address: request.ip, userAgent: request.headers['user-agent'] };
    const session = await signIn(deps, await checkRule(signInRule, body), client);
    setSessionCookies(reply, deps.config, session);
    return { expires_at: session.expiresAt };
  });

  route(app, accounts.refresh, accountShapes.refresh, async ({ request, reply, deps }) => {
    const session = await refreshSession(deps, refreshTokenOf(request, deps.config));
    setSessionCookies(reply, deps.config, session);
    return { expires_at: session.expiresAt };
  });

  route(app, accounts.logout, accountShapes.logout, async ({ request, reply, deps }) => {
    await signOut(deps, refreshTokenOf(request, deps.config));
    clearSessionCookies(reply, deps.config);
    return undefined;
  });

  route(app, accounts.listSessions, accountShapes.listSessions, ({ caller, deps }) => listSessions(deps, caller));

  route(app, accounts.endSession, accountShapes.endSession, async ({ params, caller, deps }) => {
    await endSessions(deps, caller, params.sessionId);
    return done;
  });

  route(app, accounts.endOtherSessions, accountShapes.endOtherSessions, async ({ caller, deps }) => {
    await endSessions(deps, caller);
    return done;
  });

  route(app, accounts.getProofs, accountShapes.getProofs, ({ caller, deps }) => readProofs(deps, caller));

  route(app, accounts.confirm, accountShapes.confirm, async ({ body, caller, request, deps }) => {
    await confirmSession(deps, caller, body, { address: request.ip, browser: findBrowser(request, deps) });
    return done;
  });

  route(app, accounts.get, accountShapes.get, async ({ caller, deps }) => {
    const account = await findAccount(deps.database.query, caller.accountId);
    if (!account) throw new AppError('session_expired');
    return account;
  });

  route(app, accounts.getSettings, accountShapes.getSettings, async ({ caller, deps }) => ({
    active_instance_id: await readActiveInstance(deps.database.query, caller.accountId),
  }));

  route(app, accounts.changeName, accountShapes.changeName, async ({ body, caller, deps }) => {
    const { name } = await checkRule(accountNameRule, body);
    await writeName(deps.database.query, caller.accountId, name);
    return done;
  });

  route(app, accounts.requestEmailCode, accountShapes.requestEmailCode, async ({ caller, request, deps }) => {
    await requestEmailCode(deps, caller.accountId, request.ip);
    return done;
  });

  route(app, accounts.changeEmail, accountShapes.changeEmail, async ({ body, caller, deps }) => {
    await changeEmail(deps, caller, await checkRule(changeEmailRule, body));
    return done;
  });

  route(app, accounts.completeEmailChange, accountShapes.completeEmailChange, ({ query, deps }) =>
    completeEmailChange(deps, query.hash),
  );

  route(app, accounts.requestPasswordReset, accountShapes.requestPasswordReset, async ({ body, request, deps }) => {
    const { email } = await checkRule(forgotPasswordRule, body);
    await requestPasswordReset(deps, email, request.ip);
    return done;
  });

  route(app, accounts.checkResetLink, accountShapes.checkResetLink, async ({ body, request, deps }) => {
    await assertLinkWorks(deps, 'password-reset', body.hash, request.ip);
    return done;
  });

  route(app, accounts.resetPassword, accountShapes.resetPassword, async ({ body, deps }) => {
    await checkRule(passwordRule, body);
    await resetPassword(deps, body);
    return done;
  });

  route(app, accounts.listRoles, accountShapes.listRoles, async ({ caller, deps }) => ({
    workspaces: await listWorkspaceRoles(deps.database.query, caller.accountId),
  }));
};
