import { inspect } from 'node:util';
import type { Plan } from '@quartermaster/contract/access.ts';
import type { PaidPlan } from '@quartermaster/contract/billing.ts';
import { billing, signatureHeader } from '@quartermaster/contract/endpoints/billing.ts';
import { type Subscription, workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { expect } from 'vitest';
import { signWebhook } from '../../server/core/payments/webhook-signature.ts';
import { checkoutProof } from '../../server/modules/billing/checkout-proof-service.ts';
import type { BillingSimulator } from '../../server/modules/development/billing/simulator.ts';
import { eventually } from './eventually.ts';
import { type TestServer, urlOf } from './server.ts';
import { readWarnings } from './warnings.ts';

/** More than a month, so that the next payment is due. */
export const overAMonth = 32 * 24 * 60 * 60;

/** The payment provider of the test server. */
export const simulatorOf = ({ app }: TestServer): BillingSimulator => app.deps.payments as BillingSimulator;

export const readSubscription = (server: TestServer): Promise<Subscription> =>
  server.call(workspaces.getSubscription, { params: { workspaceId: server.studio.workspaceId } }, { as: 'owner' });

/** A state of the table: a status and a plan, such as `active teams`. */
export const standing = async (server: TestServer): Promise<string> => {
  const { status, type } = await readSubscription(server);
  return `${status} ${type}`;
};

/** Waits until a webhook has updated the subscription as expected. */
export const untilStanding = (server: TestServer, expected: string): Promise<void> =>
  eventually(async () => expect(await standing(server)).toBe(expected));

/** Completes a checkout in the studio, as the page of the payment provider does; returns the subscription's id. */
export async function buy(server: TestServer, plan: PaidPlan, members = 3): Promise<string> {
  const { workspaceId } = server.studio;
  const proof = checkoutProof(server.app.deps.secrets, workspaceId);
  const id = await simulatorOf(server).buy({ workspaceId, proof, plan, members });
  const { query } = server.app.deps.database;
  const rowOf = 'select * from subscriptions where workspace_id = $1';
  await eventually(async () => {
    const [row] = await query<{ provider_id: string | null }>(rowOf, [workspaceId]);
    expect(row?.provider_id, `the row ${inspect(row)}; logged: ${readWarnings().join('\n') || 'nothing'}`).toBe(id);
  });
  return id;
}

/** Sets the studio to a state without a purchase. */
export async function setUnpaid(server: TestServer, plan: Plan, status: 'active' | 'trial', days: number | null) {
  const date = days === null ? null : new Date(server.clock.now().getTime() + days * 24 * 60 * 60 * 1000);
  await server.app.deps.database.query(
    'update subscriptions set plan = $2, status = $3, next_billing_date_at = $4, projects = 0 where workspace_id = $1',
    [server.studio.workspaceId, plan, status, date],
  );
}

/** The request in which the payment provider sends a webhook; with another secret it is a forged one. */
export const signedWebhook = (server: TestServer, body: string, secret = simulatorSecret(server)) => ({
  method: 'POST' as const,
  url: urlOf(billing.receiveWebhook, {}),
  headers: { 'content-type': 'application/json', [signatureHeader]: signWebhook(secret, body, server.clock.now()) },
  payload: body,
});

const simulatorSecret = ({ app }: TestServer) => app.deps.secrets.sign('billing simulator');
