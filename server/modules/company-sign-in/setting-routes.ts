import { companySignIn } from '@quartermaster/contract/endpoints/people/company-sign-in.ts';
import { forgetIdentityRule } from '@quartermaster/contract/rules/people/company-sign-in.ts';
import { companySignInShapes } from '@quartermaster/contract/shapes/people/company-sign-in.ts';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import { AppError } from '../../core/base/errors.ts';
import { checkRule } from '../../core/http/check-rule.ts';
import { addDomain, checkDomain, removeDomain } from './domain-service.ts';
import { writeFlow } from './flow.ts';
import {
  forgetIdentity,
  readCompanySetting,
  removeCompanySetting,
  saveCompanySetting,
  setCompanyOnly,
} from './setting-service.ts';
import type { CompanySignIn } from './sign-in-service.ts';

export function addSettingRoutes(app: App, company: CompanySignIn): void {
  const { deps } = app;

  route(app, companySignIn.get, companySignInShapes.get, ({ caller }) => readCompanySetting(deps, caller));

  route(app, companySignIn.save, companySignInShapes.save, async ({ caller, body }) => ({
    is_only_ended: await saveCompanySetting(deps, company, caller, body),
  }));

  route(app, companySignIn.remove, companySignInShapes.remove, async ({ caller }) => {
    await removeCompanySetting(deps, caller);
    return done;
  });

  route(app, companySignIn.setOnly, companySignInShapes.setOnly, async ({ caller, body }) => {
    await setCompanyOnly(deps, caller, body.is_only);
    return done;
  });

  route(app, companySignIn.addDomain, companySignInShapes.addDomain, async ({ caller, body }) => ({
    domain: await addDomain(deps, caller, body),
  }));

  route(app, companySignIn.checkDomain, companySignInShapes.checkDomain, async ({ caller, params }) => ({
    domain: await checkDomain(deps, caller, params.domainId),
  }));

  route(app, companySignIn.removeDomain, companySignInShapes.removeDomain, async ({ caller, params }) => {
    await removeDomain(deps, caller, params.domainId);
    return done;
  });

  route(app, companySignIn.tryOut, companySignInShapes.tryOut, async ({ caller, request, reply }) => {
    const provider = await company.providers.byId(caller.workspaceId);
    if (!provider) throw new AppError('not_found', { message: 'Save the company sign-in first.' });
    const { accountId, signIn } = caller;
    const begun = await company.begin(provider, { from: undefined, address: request.ip, trial: { accountId, signIn } });
    writeFlow(reply, deps, begun.flow);
    return { url: begun.url };
  });

  route(app, companySignIn.forget, companySignInShapes.forget, async ({ caller, body }) => {
    const { email } = await checkRule(forgetIdentityRule, body);
    await forgetIdentity(deps, caller, email);
    return done;
  });
}
