import { feedback } from '@quartermaster/contract/endpoints/feedback.ts';
import { feedbackShapes } from '@quartermaster/contract/shapes/feedback.ts';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import { checkRule } from '../../core/http/check-rule.ts';
import { storeFeedback } from './service.ts';

// Imported lazily to speed up the start.
const rules = () => import('@quartermaster/contract/rules/feedback.ts');

export const feedbackRoutes = (app: App): void => {
  route(app, feedback.send, feedbackShapes.send, async ({ body, caller, request, deps }) => {
    const { message, name, email } = await checkRule((await rules()).feedbackRule, body);
    const sent = { accountId: caller.accountId, message, name, email, uid: body.tags?.uid };
    await storeFeedback(deps, sent, request.ip);
    return done;
  });

  route(app, feedback.getSupport, feedbackShapes.getSupport, ({ deps }) => ({ email: deps.config.supportEmail }));
};
