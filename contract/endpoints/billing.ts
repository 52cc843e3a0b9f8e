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
/** Allowed even if the subscription is canceled, or counts as canceled. */
const evenCanceled = { ...owner, evenCanceled: true };
/** Allowed even if more seats are used than are paid for. */
const evenShortOfSeats = { ...owner, evenShortOfSeats: true };
const subscription = '/workspaces/:workspaceId/subscriptions';

/**
 * Calls with which an owner manages the subscription of a workspace. 409 (`billing_state`) if its state does not allow
 * the call, see `allowedActions`; 503 if the payment provider does not respond, and then nothing has changed. Payments
 * are made with the provider, using the responses of `getCheckout` and `getPaymentDetails`.
 */
export const billing = {
  /** Ends the subscription at its billing date; if a payment is overdue, immediately. */
  cancel: endpoint<typeof shapes.billingShapes.cancel>({ method: 'DELETE', path: subscription, access: evenCanceled }),
  /** Revokes a requested cancellation. */
  restore: endpoint<typeof shapes.billingShapes.restore>({
    method: 'POST',
    path: `${subscription}/restore`,
    access: evenShortOfSeats,
  }),
  /** Switches the plan to Free at the billing date; if the subscription has already ended, immediately. */
  switchToFree: endpoint<typeof shapes.billingShapes.switchToFree>({
    method: 'POST',
    path: `${subscription}/switch-to-free`,
    access: evenCanceled,
  }),
  /** Changes the plan from Teams to Starter, immediately. */
  downgrade: endpoint<typeof shapes.billingShapes.downgrade>({
    method: 'POST',
    path: `${subscription}/downgrade`,
    access: owner,
  }),
  /** What the change from Teams to Starter would cost. */
  previewDowngrade: endpoint<typeof shapes.billingShapes.previewDowngrade>({
    method: 'POST',
    path: `${subscription}/downgrade/preview`,
    access: owner,
    safe: true,
  }),
  /** Changes the plan from Starter to Teams, immediately. */
  upgrade: endpoint<typeof shapes.billingShapes.upgrade>({
    method: 'POST',
    path: `${subscription}/upgrade`,
    access: owner,
  }),
  /** What the change from Starter to Teams would cost. */
  previewUpgrade: endpoint<typeof shapes.billingShapes.previewUpgrade>({
    method: 'POST',
    path: `${subscription}/upgrade/preview`,
    access: owner,
    safe: true,
  }),
  /** Sets the total number of paid seats; 422 if fewer than are used, with the number that has to be freed. */
  setMembers: endpoint<typeof shapes.billingShapes.setMembers>({
    method: 'POST',
    path: `${subscription}/members`,
    access: evenShortOfSeats,
  }),
  /** What another number of paid seats would cost. */
  previewMembers: endpoint<typeof shapes.billingShapes.previewMembers>({
    method: 'POST',
    path: `${subscription}/members/preview`,
    access: owner,
    safe: true,
  }),
  /** Sets the total number of paid projects, including the plan's own; 422 if fewer than those or than are used. */
  setProjects: endpoint<typeof shapes.billingShapes.setProjects>({
    method: 'POST',
    path: `${subscription}/projects`,
    access: owner,
  }),
  /** What another number of paid projects would cost. */
  previewProjects: endpoint<typeof shapes.billingShapes.previewProjects>({
    method: 'POST',
    path: `${subscription}/projects/preview`,
    access: owner,
    safe: true,
  }),
  /**
   * The transaction with which the payment provider's script lets an owner change the payment method or pay an overdue
   * amount.
   */
  getPaymentDetails: endpoint<typeof shapes.billingShapes.getPaymentDetails>({
    method: 'GET',
    path: `${subscription}/payment-details`,
    access: owner,
  }),
  /** The data to open a checkout for a plan; `custom_data` is passed to the provider unchanged. */
  getCheckout: endpoint<typeof shapes.billingShapes.getCheckout>({
    method: 'GET',
    path: `${subscription}/checkout`,
    access: owner,
  }),
  /** Receives an event of the payment provider; 401 without its signature of the body. */
  receiveWebhook: endpoint<typeof shapes.billingShapes.receiveWebhook>({
    method: 'POST',
    path: '/billing/webhook',
    access: anyone,
    accepts: ['raw'],
  }),
};
