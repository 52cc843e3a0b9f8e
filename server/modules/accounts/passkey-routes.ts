import { passkeys } from '@quartermaster/contract/endpoints/people/passkeys.ts';
import { passkeyRule } from '@quartermaster/contract/rules/people/passkey.ts';
import { passkeyShapes } from '@quartermaster/contract/shapes/people/passkeys.ts';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import { checkRule } from '../../core/http/check-rule.ts';
import { setSessionCookies } from '../../core/session/session-cookies.ts';
import { findBrowser, nameBrowser } from './passkey-challenge.ts';
import { addPasskey, challengePasskey, enrolPasskey, removePasskey } from './passkey-service.ts';
import { signInByPasskey } from './session-service.ts';

export const passkeyRoutes = (app: App): void => {
  route(app, passkeys.enrol, passkeyShapes.enrol, ({ caller, deps }) => enrolPasskey(deps, caller));

  route(app, passkeys.add, passkeyShapes.add, async ({ body, caller, deps }) => {
    const { name } = await checkRule(passkeyRule, body);
    return { recovery_codes: await addPasskey(deps, caller, { ...body, name }) };
  });

  route(app, passkeys.remove, passkeyShapes.remove, async ({ params, caller, deps }) => {
    await removePasskey(deps, caller, params.passkeyId);
    return done;
  });

  route(app, passkeys.challenge, passkeyShapes.challenge, ({ request, reply, deps }) =>
    challengePasskey(deps, nameBrowser(request, reply, deps)),
  );

  route(app, passkeys.signIn, passkeyShapes.signIn, async ({ body, request, reply, deps }) => {
    const client = { address: request.ip, userAgent: request.headers['user-agent'] };
    const session = await signInByPasskey(deps, body, { ...client, browser: findBrowser(request, deps) });
    setSessionCookies(reply, deps.config, session);
    return { expires_at: session.expiresAt };
  });
};
