import { webhooks } from '@quartermaster/contract/endpoints/webhooks.ts';
import { webhookShapes } from '@quartermaster/contract/shapes/webhooks.ts';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import {
  changeWebhook,
  createWebhook,
  listDeliveryPage,
  readDelivery,
  readWebhooks,
  removeWebhook,
  resend,
  rotateSecret,
  sendTest,
} from './service.ts';

export const webhookRoutes = (app: App): void => {
  const { deps } = app;

  route(app, webhooks.list, webhookShapes.list, ({ caller }) => readWebhooks(deps, caller.instanceId));

  route(app, webhooks.create, webhookShapes.create, ({ caller, body }) => createWebhook(deps, caller, body));

  route(app, webhooks.update, webhookShapes.update, async ({ caller, params, body }) => {
    await changeWebhook(deps, caller, params.webhookId, body);
    return done;
  });

  route(app, webhooks.delete, webhookShapes.delete, async ({ caller, params }) => {
    await removeWebhook(deps, caller, params.webhookId);
    return done;
  });

  route(app, webhooks.rotateSecret, webhookShapes.rotateSecret, ({ caller, params, body }) =>
    rotateSecret(deps, caller, params.webhookId, body.keeps_previous),
  );

  route(app, webhooks.test, webhookShapes.test, ({ caller, params }) => sendTest(deps, caller, params.webhookId));

  route(app, webhooks.deliveries, webhookShapes.deliveries, ({ caller, params, query }) =>
    listDeliveryPage(deps, { ...params, instanceId: caller.instanceId }, query),
  );

  route(app, webhooks.delivery, webhookShapes.delivery, ({ caller, params }) =>
    readDelivery(deps, { ...params, instanceId: caller.instanceId }),
  );

  route(app, webhooks.resend, webhookShapes.resend, async ({ caller, params }) => {
    await resend(deps, caller, params);
    return done;
  });
};
