import { companySignIn } from '@quartermaster/contract/endpoints/people/company-sign-in.ts';
import { companySignInShapes } from '@quartermaster/contract/shapes/people/company-sign-in.ts';
import type { App, Deps } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import { sessionCookies, setSessionCookies } from '../../core/session/session-cookies.ts';
import { forgottenFlow, readFlow, writeFlow } from './flow.ts';
import { recover, sendRecoveryCode } from './recovery-service.ts';
import { addSettingRoutes } from './setting-routes.ts';
import { createCompanySignIn, findAsked } from './sign-in-service.ts';

export const companySignInRoutes = (app: App, deps: Deps): void => {
  const company = createCompanySignIn(deps);
  addSettingRoutes(app, company);

  route(app, companySignIn.begin, companySignInShapes.begin, async ({ body, request, reply }) => {
    const provider = await findAsked(company, body);
    if (!provider) return { url: null };
    const { url, flow } = await company.begin(provider, { from: body.from, address: request.ip });
    writeFlow(reply, deps, flow);
    return { url };
  });

  route(app, companySignIn.callback, companySignInShapes.callback, async ({ params, request, reply }) => {
    const { path, session } = await company.complete({
      provider: params.provider,
      search: new URL(request.url, deps.config.publicUrl).search.slice(1),
      flow: readFlow(request, deps),
      address: request.ip,
      userAgent: request.headers['user-agent'],
      log: request.log,
    });
    reply.header('set-cookie', [forgottenFlow(deps), ...(session ? sessionCookies(deps.config, session) : [])]);
    return { raw: reply.redirect(`${deps.config.publicUrl}${path}`, 303) };
  });

  route(app, companySignIn.sendCode, companySignInShapes.sendCode, async ({ caller, request }) => {
    await sendRecoveryCode(deps, caller, request.ip);
    return done;
  });

  route(app, companySignIn.recover, companySignInShapes.recover, async ({ caller, body, request, reply }) => {
    const session = await recover(deps, caller, body.code, request.headers['user-agent']);
    setSessionCookies(reply, deps.config, session);
    return { expires_at: session.expiresAt };
  });
};
