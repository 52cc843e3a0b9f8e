import { registration } from '@quartermaster/contract/endpoints/people/registration.ts';
import { forgotPasswordRule } from '@quartermaster/contract/rules/people/account.ts';
import { passwordRule } from '@quartermaster/contract/rules/people/password.ts';
import { invitedNameRule, registrationRule } from '@quartermaster/contract/rules/people/registration.ts';
import { registrationShapes } from '@quartermaster/contract/shapes/people/registration.ts';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import { checkRule } from '../../core/http/check-rule.ts';
import { checkConfirmationLink, confirmRegistration, register, resend } from './service.ts';

export const registrationRoutes = (app: App): void => {
  const { deps } = app;

  route(app, registration.register, registrationShapes.register, async ({ body, request }) => {
    const { account_name: name, email } = await checkRule(registrationRule, body);
    await register(deps, { name, email }, request.ip);
    return done;
  });

  route(app, registration.resend, registrationShapes.resend, async ({ body, request }) => {
    const { email } = await checkRule(forgotPasswordRule, body);
    await resend(deps, email, request.ip);
    return done;
  });

  route(app, registration.checkLink, registrationShapes.checkLink, async ({ body, request }) => {
    return { ...done, ...(await checkConfirmationLink(deps, body.hash, request.ip)) };
  });

  route(app, registration.confirm, registrationShapes.confirm, async ({ body }) => {
    await checkRule(passwordRule, body);
    const { account_name } = await checkRule(invitedNameRule, body);
    await confirmRegistration(deps, { hash: body.hash, password: body.password, account_name });
    return done;
  });
};
