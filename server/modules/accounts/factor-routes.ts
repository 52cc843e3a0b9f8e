import { secondFactor } from '@quartermaster/contract/endpoints/people/second-factor.ts';
import { secondFactorRule } from '@quartermaster/contract/rules/people/second-factor.ts';
import { secondFactorShapes } from '@quartermaster/contract/shapes/people/second-factor.ts';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import { checkRule } from '../../core/http/check-rule.ts';
import { confirmFactor, enrolFactor, readFactor, removeFactor, renewRecoveryCodes } from './factor-service.ts';
import { findBrowser } from './passkey-challenge.ts';

export const secondFactorRoutes = (app: App): void => {
  route(app, secondFactor.get, secondFactorShapes.get, ({ caller, deps }) => readFactor(deps, caller));

  route(app, secondFactor.enrol, secondFactorShapes.enrol, ({ caller, deps }) => enrolFactor(deps, caller));

  route(app, secondFactor.confirm, secondFactorShapes.confirm, async ({ body, caller, request, deps }) => {
    const proof = { ...(await checkRule(secondFactorRule, body)), enrolment: body.enrolment };
    return { recovery_codes: await confirmFactor(deps, caller, proof, request.ip) };
  });

  route(app, secondFactor.renewCodes, secondFactorShapes.renewCodes, async ({ body, caller, request, deps }) => {
    const proof = 'passkey' in body ? body : await checkRule(secondFactorRule, body);
    const answering = { address: request.ip, browser: findBrowser(request, deps) };
    return { recovery_codes: await renewRecoveryCodes(deps, caller, proof, answering) };
  });

  route(app, secondFactor.remove, secondFactorShapes.remove, async ({ body, caller, request, deps }) => {
    await removeFactor(deps, caller, await checkRule(secondFactorRule, body), request.ip);
    return done;
  });
};
