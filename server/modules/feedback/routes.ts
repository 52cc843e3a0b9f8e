import { feedback } from '@quartermaster/contract/feedback.ts';
import { feedbackShapes } from '@quartermaster/contract/shapes/feedback.ts';
import type { App } from '../../core/deps.ts';
import { checkRule } from '../../core/http/check-rule.ts';
import { done, route } from '../../core/http/route.ts';
import { keepFeedback } from './service.ts';

// Not needed to start.
const rules = () => import('@quartermaster/contract/rules/feedback.ts');

export const feedbackRoutes = (app: App): void => {
  route(app, feedback.send, feedbackShapes.send, async ({ body, caller, deps }) => {
    const { message, name, email } = await checkRule((await rules()).feedbackRule, body);
    await keepFeedback(deps, { accountId: caller.accountId, message, name, email, uid: body.tags?.uid });
    return done;
  });

  route(app, feedback.getSupport, feedbackShapes.getSupport, ({ deps }) => ({ email: deps.config.supportEmail }));
};
