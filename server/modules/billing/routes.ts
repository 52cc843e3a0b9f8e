import { billing, signatureHeader } from '@quartermaster/contract/endpoints/billing.ts';
import { billingShapes } from '@quartermaster/contract/shapes/billing.ts';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import { readCheckout } from './checkout-service.ts';
import { changeSubscription, findPaymentTransaction, type OwnerChange, previewChange } from './owner-change-service.ts';
import { receiveWebhook } from './webhook-service.ts';

const plainChanges = ['cancel', 'restore', 'switchToFree', 'downgrade', 'upgrade'] as const;
const counts = { setMembers: 'previewMembers', setProjects: 'previewProjects' } as const;
const plans = { upgrade: 'previewUpgrade', downgrade: 'previewDowngrade' } as const;
type Keys<T extends object> = (keyof T & string)[];

export const billingRoutes = (app: App): void => {
  for (const action of plainChanges) {
    route(app, billing[action], billingShapes[action], async ({ caller, deps }) => {
      await changeSubscription(deps, caller, { action }, billing[action].access);
      return done;
    });
  }

  for (const action of Object.keys(counts) as Keys<typeof counts>) {
    const changeTo = (value: number): OwnerChange => ({ action, value });
    route(app, billing[action], billingShapes[action], async ({ body, caller, deps }) => {
      await changeSubscription(deps, caller, changeTo(body.new_value), billing[action].access);
      return done;
    });

    const preview = counts[action];
    route(app, billing[preview], billingShapes[preview], ({ body, caller, deps }) =>
      previewChange(deps, caller.workspaceId, changeTo(body.new_value)),
    );
  }

  for (const action of Object.keys(plans) as Keys<typeof plans>) {
    const preview = plans[action];
    route(app, billing[preview], billingShapes[preview], ({ caller, deps }) =>
      previewChange(deps, caller.workspaceId, { action }),
    );
  }

  route(app, billing.getPaymentDetails, billingShapes.getPaymentDetails, async ({ caller, deps }) => {
    const { script_url, client_token, environment } = deps.payments.checkout;
    const transaction_id = await findPaymentTransaction(deps, caller.workspaceId);
    return { script_url, client_token, environment, transaction_id };
  });

  route(app, billing.getCheckout, billingShapes.getCheckout, ({ caller, deps }) =>
    readCheckout(deps, caller.workspaceId),
  );

  route(app, billing.receiveWebhook, billingShapes.receiveWebhook, async ({ request, deps }) => {
    const signature = request.headers[signatureHeader];
    await receiveWebhook(deps, {
      body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      signature: typeof signature === 'string' ? signature : undefined,
      address: request.ip,
    });
    return done;
  });
};
