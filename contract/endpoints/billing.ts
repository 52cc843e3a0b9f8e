import type { Static } from 'typebox';
import { anyone, hasRole } from '../access.ts';
import type * as shapes from '../shapes/billing.ts';
import { endpoint } from './endpoint.ts';

/** An amount with its tax, in US cents. */
export type Price = Static<typeof shapes.Price>;
/** What a change would cost, in US cents. */
export type PricePreview = Static<typeof shapes.PricePreview>;
/** The payment provider's script, which shows its checkout in the console. */
export type BillingScript = Static<typeof shapes.BillingScript>;
/** What the payment provider's script needs to open a checkout. */
export type Checkout = Static<typeof shapes.Checkout>;

/** The name of the header in which the payment provider signs a webhook. */
export const signatureHeader = 'paddle-signature';

const owner = hasRole('workspace', 'owner');
/** Also where the subscription is canceled, or counts as canceled. */
const evenCanceled = { ...owner, evenCanceled: true };
/** Also where more seats are used than are paid for. */
const evenShortOfSeats = { ...owner, evenShortOfSeats: true };
const subscription = '/workspaces/:workspaceId/subscriptions';

/**
 * What an owner does with the subscription of a workspace. 409 (`billing_state`) where its state does not allow the call, as
 * `allowedActions` has it; 503 where the payment provider does not answer, and nothing was changed then. Paying is done at the
 * provider, with what `getCheckout` and `getPaymentDetails` answer.
 */
export const billing = {
  /** Ends it at its billing date; one whose payment is overdue at once. */
  cancel: endpoint<typeof shapes.billingShapes.cancel>({ method: 'DELETE', path: subscription, access: evenCanceled }),
  /** Takes a requested cancellation back. */
  restore: endpoint<typeof shapes.billingShapes.restore>({
    method: 'POST',
    path: `${subscription}/restore`,
    access: evenShortOfSeats,
  }),
  /** Ends it on Free at its billing date; one that has ended already, at once. */
  switchToFree: endpoint<typeof shapes.billingShapes.switchToFree>({
    method: 'POST',
    path: `${subscription}/switch-to-free`,
    access: evenCanceled,
  }),
  /** From Teams to Starter, at once. */
  downgrade: endpoint<typeof shapes.billingShapes.downgrade>({
    method: 'POST',
    path: `${subscription}/downgrade`,
    access: owner,
  }),
  previewDowngrade: endpoint<typeof shapes.billingShapes.previewDowngrade>({
    method: 'POST',
    path: `${subscription}/downgrade/preview`,
    access: owner,
    safe: true,
  }),
  /** From Starter to Teams, at once. */
  upgrade: endpoint<typeof shapes.billingShapes.upgrade>({
    method: 'POST',
    path: `${subscription}/upgrade`,
    access: owner,
  }),
  previewUpgrade: endpoint<typeof shapes.billingShapes.previewUpgrade>({
    method: 'POST',
    path: `${subscription}/upgrade/preview`,
    access: owner,
    safe: true,
  }),
  /** Pays for this many seats in total; 422 for fewer than are used, with how many have to be freed. */
  setMembers: endpoint<typeof shapes.billingShapes.setMembers>({
    method: 'POST',
    path: `${subscription}/members`,
    access: evenShortOfSeats,
  }),
  previewMembers: endpoint<typeof shapes.billingShapes.previewMembers>({
    method: 'POST',
    path: `${subscription}/members/preview`,
    access: owner,
    safe: true,
  }),
  /** Pays for this many projects in total, the included ones among them; 422 for fewer than these, or than are used. */
  setProjects: endpoint<typeof shapes.billingShapes.setProjects>({
    method: 'POST',
    path: `${subscription}/projects`,
    access: owner,
  }),
  previewProjects: endpoint<typeof shapes.billingShapes.previewProjects>({
    method: 'POST',
    path: `${subscription}/projects/preview`,
    access: owner,
    safe: true,
  }),
  /** The transaction with which the payment provider's script lets an owner change the payment method, or pay what is overdue. */
  getPaymentDetails: endpoint<typeof shapes.billingShapes.getPaymentDetails>({
    method: 'GET',
    path: `${subscription}/payment-details`,
    access: owner,
  }),
  /** What it takes to buy a plan; `custom_data` goes along unchanged. */
  getCheckout: endpoint<typeof shapes.billingShapes.getCheckout>({
    method: 'GET',
    path: `${subscription}/checkout`,
    access: owner,
  }),
  /** The payment provider tells what has happened; 401 without its signature over the body. */
  receiveWebhook: endpoint<typeof shapes.billingShapes.receiveWebhook>({
    method: 'POST',
    path: '/billing/webhook',
    access: anyone,
    rawBody: true,
  }),
};
